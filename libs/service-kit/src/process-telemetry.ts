import {
  instruments,
  MetricsServer,
  startMeasuring,
  startTracing,
  stopTracing,
  wantsTracing,
  type Samplers,
} from '@chat/telemetry';
import type { Build } from './build';
import type { RunningService } from './hosted-service';
import { listenAt } from './listen-at';
import type { Logger } from './logger';
import type { Environment } from './settings';

const LOSS_LINE_MS = 60_000;

interface MetricsSettings {
  readonly METRICS_HOST: string;
  readonly METRICS_PORT: number | undefined;
}

/** The metrics and traces of a process, active from before its services start until after they have stopped. */
export interface ProcessTelemetry extends RunningService {
  /** Exports which build of these services runs. */
  announce(services: readonly string[], build: Build): void;
  /**
   * Serves the metrics of these services.
   * @returns the port; undefined if nothing is measured.
   */
  serve(running: readonly RunningService[]): Promise<number | undefined>;
}

/** Starts the telemetry that the settings request. If they request none, no telemetry library is loaded. */
export async function startTelemetry(
  { METRICS_HOST: host, METRICS_PORT: port }: MetricsSettings,
  environment: Environment,
  logger: Logger,
): Promise<ProcessTelemetry> {
  const registry = port === undefined ? null : await startMeasuring();
  if (wantsTracing(environment)) await traceWith(warnOfLoss(logger));
  let server: MetricsServer | undefined;
  return {
    checks: {},
    announce: (services, { version, commit }) => {
      for (const service of services) instruments.buildInfo.live?.set({ service, version, commit }, 1);
    },
    serve: async (running) => {
      if (!registry || port === undefined) return undefined;
      const samplers = samplersOf(running);
      server = await listenAt('METRICS', { host, port }, () =>
        MetricsServer.start({ host, port }, registry, samplers),
      );
      return server.port;
    },
    stop: async () => {
      await server?.stop();
      await stopTracing();
    },
  };
}

async function traceWith(onLoss: () => void): Promise<void> {
  const { OpenTelemetry } = await import('@chat/telemetry/open-telemetry');
  startTracing(new OpenTelemetry(onLoss));
}

/** Logs the loss of spans at most once a minute: while a collector is down, every batch fails. */
function warnOfLoss(logger: Logger): () => void {
  let isSaid = false;
  return () => {
    if (isSaid) return;
    isSaid = true;
    setTimeout(() => (isSaid = false), LOSS_LINE_MS).unref();
    logger.warn('spans could not be exported: see OTEL_EXPORTER_OTLP_ENDPOINT');
  };
}

function samplersOf(running: readonly RunningService[]): Samplers[] {
  return running.flatMap(({ samplers }) => samplers ?? []);
}
