import { SpanCollector } from '@chat/test-kit';
import { compare, type Round } from '../api/comparison.rules';
import { measure, warmUp, warmUps } from '../api/measure';
import { operations } from '../api/operations';
import type { Target } from '../api/target';
import type { BenchOptions, Report, Size } from '../bench';
import { withInstallation, type Installation, type InstallationOptions } from '../installation/installation';
import { Meter } from '../installation/meter';
import { LoadGenerator } from '../load/load-generator';
import { say } from '../progress';
import { MachineWatch } from '../quiet/machine-watch';
import { formatReport, type Result } from './report.rules';

const plans = {
  full: { rounds: 5, seconds: 8, extraRounds: 5, warmUp: warmUps.full },
  quick: { rounds: 3, seconds: 1.5, extraRounds: 1, warmUp: warmUps.quick },
  smallest: { rounds: 1, seconds: 0.2, extraRounds: 0, warmUp: warmUps.smallest },
};

const CONNECTIONS = 16;

/** A send of a text without metrics, traces and request log, alternating with the same send with one of them; also a ping. */
export async function runTelemetryBench({ size, connections, only, shared }: BenchOptions): Promise<Report> {
  const plan = plans[size];
  const collector = await SpanCollector.start();
  const load = LoadGenerator.start();
  try {
    const results: Result[] = [];
    for (const [name, variant] of Object.entries(variantsOf(size, collector.url))) {
      if (only.length > 0 && !only.includes(name)) continue;
      say(`Starting the services with and without ${name}, and one linked phone each`);
      // Both are new: one that served the rows before needs a seventh less CPU for the same request.
      await withInstallation(shared, optionsWith({}), (off) =>
        withInstallation(undefined, optionsWith(variant.env), async (on) => {
          for (const count of connections.length > 0 ? connections : [variant.connections]) {
            say(`Measuring ${name}, ${count} connections`);
            results.push(
              await compareBoth({ name, ...variant, connections: count }, { on, off }, load, plan),
            );
          }
        }),
      );
    }
    return { figures: { ...plan, results }, text: formatReport(results) };
  } finally {
    load.stop();
    await collector.stop();
  }
}

/** What is on, and the operation that is measured with it. */
interface Variant {
  env: Record<string, string>;
  operation: 'send' | 'ping';
  connections: number;
}

/** The variants by their names. The smallest form has a single one, with everything. */
function variantsOf(size: Size, collectorUrl: string): Record<string, Variant> {
  const metrics = { METRICS_PORT: '0' };
  const traces = (share: string) => ({
    OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl,
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: share,
  });
  const requestLog = { REQUEST_LOG_DAYS: '7' };
  const send = (env: Variant['env']): Variant => ({ env, operation: 'send', connections: CONNECTIONS });
  if (size === 'smallest') return { everything: send({ ...metrics, ...traces('1'), ...requestLog }) };
  return {
    metrics: send(metrics),
    'request-log': send(requestLog),
    // The gateway alone answers it, so it shows what the log costs best. With more connections, an account soon has all that
    // the log keeps of it in a day.
    'request-log-ping': { env: requestLog, operation: 'ping', connections: 1 },
    'traces of 1 %': send(traces('0.01')),
    'traces of 100 %': send(traces('1')),
  };
}

function optionsWith(env: Record<string, string>): InstallationOptions {
  return { topology: 'standalone', accounts: 1, rows: 0, env: { REQUEST_LOG_DAYS: '0', ...env } };
}

async function compareBoth(
  { name, operation, connections }: { name: string } & Omit<Variant, 'env'>,
  { on, off }: { on: Installation; off: Installation },
  load: LoadGenerator,
  plan: (typeof plans)[keyof typeof plans],
): Promise<Result> {
  const row = { operation: operations.find(({ key }) => key === operation)!, connections };
  const both = [on, off].map((installation) => {
    const { backlog, counters, tenants, processIds, databaseUsers, stack } = installation;
    const target: Target = { name, url: stack.gatewayUrls[0]!, processIds, databaseUsers };
    return { instruments: { load, meter: new Meter(backlog, counters), tenants }, target };
  });
  const pids = [on, off].flatMap((installation) => Object.values(installation.processIds));
  const machine = new MachineWatch([process.pid, load.pid, ...pids]);
  for (const { instruments, target } of both) await warmUp(instruments, target, row, plan.warmUp);
  const { rounds, ...quiet } = await machine.measureQuietly(plan, async (): Promise<Round> => {
    const [ours, floor] = both as [(typeof both)[0], (typeof both)[0]];
    return {
      ours: await measure(ours.instruments, ours.target, row, plan.seconds),
      floor: await measure(floor.instruments, floor.target, row, plan.seconds),
    };
  });
  const compared = compare(rounds);
  return { name, connections, on: compared.ours, off: compared.floor, ratio: compared.ratio, rounds: quiet };
}
