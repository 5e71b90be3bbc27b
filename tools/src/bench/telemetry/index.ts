import { SpanCollector } from '@chat/testing';
import { compare, type Round } from '../api/comparison.rules';
import { measure, warmUp } from '../api/measure';
import { operations } from '../api/operations';
import type { Target } from '../api/target';
import type { BenchOptions } from '../bench';
import { Installation } from '../installation/installation';
import { Meter } from '../installation/meter';
import { LoadGenerator } from '../load/load-generator';
import { say } from '../progress';
import { MachineWatch } from '../quiet/machine-watch';
import { formatReport, type Result } from './report.rules';

const plans = {
  full: { rounds: 5, seconds: 8, extraRounds: 5, warmUp: { seconds: 1, times: 20, tolerance: 0.05 } },
  quick: { rounds: 3, seconds: 1.5, extraRounds: 1, warmUp: { seconds: 0.75, times: 5, tolerance: 0.1 } },
};

const CONNECTIONS = 16;

/** A send of a text without metrics or traces, alternating with the same send with them. */
export async function runTelemetryBench({ quick, json, connections }: BenchOptions): Promise<void> {
  const plan = quick ? plans.quick : plans.full;
  const collector = await SpanCollector.start();
  const tracing = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
  };
  const variants: Record<string, Record<string, string>> = {
    metrics: { METRICS_PORT: '0' },
    'traces of 1 %': { ...tracing, OTEL_TRACES_SAMPLER_ARG: '0.01' },
    'traces of 100 %': { ...tracing, OTEL_TRACES_SAMPLER_ARG: '1' },
  };
  const load = LoadGenerator.start();
  const off = await start('nothing', {});
  try {
    const results: Result[] = [];
    for (const [name, env] of Object.entries(variants)) {
      const on = await start(name, env);
      try {
        for (const count of connections.length > 0 ? connections : [CONNECTIONS]) {
          say(`Measuring ${name}, ${count} connections`);
          results.push(await compareBoth(name, on, off, load, count, plan));
        }
      } finally {
        await on.stop();
      }
    }
    console.log(json ? JSON.stringify({ ...plan, results }, null, 2) : formatReport(results));
  } finally {
    load.stop();
    await off.stop();
    await collector.stop();
  }
}

function start(name: string, env: Record<string, string>): Promise<Installation> {
  say(`Starting the services with ${name}, and one linked phone`);
  return Installation.start({ topology: 'standalone', accounts: 1, isSeeded: false, env });
}

async function compareBoth(
  name: string,
  on: Installation,
  off: Installation,
  load: LoadGenerator,
  connections: number,
  plan: (typeof plans)[keyof typeof plans],
): Promise<Result> {
  const row = { operation: operations.find(({ key }) => key === 'send')!, connections };
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
