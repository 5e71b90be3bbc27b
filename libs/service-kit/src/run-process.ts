import { constants } from 'node:os';
import { buildOf } from './build';
import { processSettings, settings } from './config';
import { HealthServer } from './health';
import { configureAll, type HostedService, type RunningService } from './hosted-service';
import { listenAt } from './listen-at';
import { createLogger, type Logger } from './logger';
import { startTelemetry } from './process-telemetry';
import { ConfigError, readSettings } from './settings';

/** A process that has not drained after this long exits anyway; the delay before draining is not included. */
const DRAIN_TIMEOUT_MS = 9_000;

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/**
 * The `main` of every process: starts the services that it hosts, serves its health checks, and stops on SIGTERM and
 * SIGINT: it becomes not ready, keeps working for `SHUTDOWN_DELAY_MS`, and drains its services in reverse order.
 * With `EXIT_WITH_PARENT=1` it also stops when the process that spawned it (over IPC) is gone.
 */
export async function runProcess(services: HostedService[]): Promise<void> {
  let logger: Logger | undefined;
  const endOfStart = exitOnSignal();
  try {
    const starts = configureAll(services, process.env);
    const config = readSettings(
      { ...processSettings, EXIT_WITH_PARENT: settings.str({ default: '' }) },
      process.env,
    );
    logger = createLogger(services.map(({ name }) => name).join(','), config.LOG_LEVEL);
    const build = buildOf(config);
    const telemetry = await startTelemetry(config, process.env, logger);
    telemetry.announce(
      services.map(({ name }) => name),
      build,
    );
    const running = await Promise.all(starts.map((start) => start()));
    const checks = Object.assign({}, ...running.map((service) => service.checks)) as RunningService['checks'];
    let isLeaving = false;
    const { HEALTH_HOST: host, HEALTH_PORT: port } = config;
    const health = await listenAt('HEALTH', { host, port }, () =>
      HealthServer.start(host, port, { accepting: () => !isLeaving, ...checks }),
    );
    // First in the list and therefore stopped last: it answers as long as the process lives.
    const healthService: RunningService = {
      checks: {},
      announceEnd: () => (isLeaving = true),
      stop: () => health.stop(),
    };
    const metricsPort = await telemetry.serve(running);
    stopOnSignal([healthService, telemetry, ...running], config, logger);
    logger.info({ healthPort: health.port, metricsPort, ...build }, 'ready');
  } catch (error) {
    if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`);
    else logger?.fatal({ error }, 'could not start');
    process.exit(1);
  } finally {
    endOfStart();
  }
}

/**
 * Makes signals end the process at once during its start, when there is nothing to drain. Without a handler, they would
 * have no effect on process 1 of a container.
 * @returns a function that removes the handlers.
 */
function exitOnSignal(): () => void {
  const exit = (signal: NodeJS.Signals) => process.exit(128 + constants.signals[signal]);
  for (const signal of SIGNALS) process.on(signal, exit);
  return () => {
    for (const signal of SIGNALS) process.off(signal, exit);
  };
}

interface EndSettings {
  readonly SHUTDOWN_DELAY_MS: number;
  readonly EXIT_WITH_PARENT: string;
}

function stopOnSignal(
  running: RunningService[],
  { SHUTDOWN_DELAY_MS, EXIT_WITH_PARENT }: EndSettings,
  logger: Logger,
): void {
  let isStopping = false;
  const leave = (isDrained: boolean) => {
    logger.info({ isDrained }, 'stopped');
    process.exit(isDrained ? 0 : 1);
  };
  const drain = () => {
    const timer = setTimeout(() => {
      const unfinished = running.flatMap((service) => service.unfinished?.() ?? []);
      logger.error({ unfinished }, 'could not drain in time');
      leave(false);
    }, DRAIN_TIMEOUT_MS);
    void stopInTurn(running.toReversed(), logger).then((isDrained) => {
      clearTimeout(timer);
      leave(isDrained);
    });
  };
  const stop = (delayMs: number) => {
    if (isStopping) return;
    isStopping = true;
    for (const service of running) service.announceEnd?.();
    setTimeout(drain, delayMs);
  };
  for (const signal of SIGNALS) process.on(signal, () => stop(SHUTDOWN_DELAY_MS));
  if (EXIT_WITH_PARENT === '1') {
    process.on('disconnect', () => stop(0));
    // The parent may have exited while the services were starting.
    if (process.connected === false) stop(0);
  }
}

/**
 * Stops the services one after the other; a failure does not prevent the others from stopping.
 * @returns whether all of them drained.
 */
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
