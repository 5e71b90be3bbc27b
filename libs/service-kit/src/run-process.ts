import { processSettings, settings } from './config';
import { HealthServer } from './health';
import { configureAll, type HostedService, type RunningService } from './hosted-service';
import { createLogger, type Logger } from './logger';
import { ConfigError, readSettings } from './settings';

/** A process that has not drained by then ends anyway. */
const DRAIN_TIMEOUT_MS = 9_000;

/**
 * The `main` of every process: starts what it hosts, tells its health, and drains on SIGTERM and SIGINT, the last of
 * the list first.
 * With `EXIT_WITH_PARENT=1` it also drains when the process that spawned it (over IPC) is gone.
 */
export async function runProcess(services: HostedService[]): Promise<void> {
  let logger: Logger | undefined;
  try {
    const starts = configureAll(services, process.env);
    const config = readSettings(
      { ...processSettings, EXIT_WITH_PARENT: settings.str({ default: '' }) },
      process.env,
    );
    logger = createLogger(services.map(({ name }) => name).join(','), config.LOG_LEVEL);
    const running = await Promise.all(starts.map((start) => start()));
    const checks = Object.assign({}, ...running.map((service) => service.checks)) as RunningService['checks'];
    const health = await HealthServer.start(config.HEALTH_HOST, config.HEALTH_PORT, checks);
    stopOnSignal(
      [...running, { checks: {}, stop: () => health.stop() }],
      config.EXIT_WITH_PARENT === '1',
      logger,
    );
    logger.info({ healthPort: health.port }, 'ready');
  } catch (error) {
    if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`);
    else logger?.fatal({ error }, 'could not start');
    process.exit(1);
  }
}

function stopOnSignal(running: RunningService[], exitWithParent: boolean, logger: Logger): void {
  let isStopping = false;
  const leave = (isDrained: boolean) => {
    logger.info({ isDrained }, 'stopped');
    process.exit(isDrained ? 0 : 1);
  };
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    const timer = setTimeout(leave, DRAIN_TIMEOUT_MS, false);
    void stopInTurn(running.toReversed(), logger).then((isDrained) => {
      clearTimeout(timer);
      leave(isDrained);
    });
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  if (exitWithParent) {
    process.on('disconnect', stop);
    // The parent may have gone while the services were starting.
    if (process.connected === false) stop();
  }
}

/** One that fails to stop keeps no other from it. @returns whether all drained. */
async function stopInTurn(running: RunningService[], logger: Logger): Promise<boolean> {
  let isDrained = true;
  for (const service of running) {
    await service.stop().catch((error: unknown) => {
      isDrained = false;
      logger.error({ error }, 'could not drain');
    });
  }
  return isDrained;
}
