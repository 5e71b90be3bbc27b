import { setTimeout as delay } from 'node:timers/promises';
import { readCpuTimes } from '../cpu/cpu-times';
import type { BenchOptions } from '../bench';
import { say } from '../progress';
import { percentile } from '../statistics.rules';
import { formatTable } from '../table.rules';
import { Installation } from './installation';

const plans = {
  full: { counts: [100, 1_000, 10_000], backlog: 20, seconds: 30 },
  quick: { counts: [50, 500], backlog: 5, seconds: 5 },
};
const EVENTS_PER_SECOND = 20;
/** The time until every endpoint has been visited once. */
const SETTLE_MS = 5_000;
const HEADINGS = [
  'dead endpoints',
  'p50 ms',
  'p99 ms',
  'max ms',
  'webhooks CPU %',
  'Postgres CPU %',
  'rounds/s',
  'CPU ms per round',
  'commits/s',
  'rows read per round',
  'dead attempts/s',
];

interface Measurement {
  dead: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
  webhooksCpuPercent: number;
  postgresCpuPercent: number;
  roundsPerSecond: number;
  cpuMsPerRound: number;
  commitsPerSecond: number;
  rowsPerRound: number;
  deadAttemptsPerSecond: number;
}

/** A healthy endpoint among dead ones with backlogs: its latency and their cost, by their number. */
export async function runDeadEndpointsBench({ quick, json }: BenchOptions): Promise<void> {
  const plan = quick ? plans.quick : plans.full;
  const measurements: Measurement[] = [];
  for (const dead of plan.counts) {
    say(`${dead} dead endpoints with ${plan.backlog} deliveries each`);
    const installation = await Installation.start();
    try {
      await installation.addDead(dead, plan.backlog);
      await delay(SETTLE_MS);
      measurements.push(await measure(installation, dead, plan.seconds));
    } finally {
      await installation.stop();
    }
  }
  console.log(json ? JSON.stringify(measurements, null, 2) : tableOf(measurements));
}

async function measure(installation: Installation, dead: number, seconds: number): Promise<Measurement> {
  const before = await readingOf(installation);
  const latenciesMs = await installation.latencies(EVENTS_PER_SECOND, seconds);
  const after = await readingOf(installation);
  const elapsed = (after.at - before.at) / 1_000;
  const grown = (name: keyof typeof after) => after[name] - before[name];
  const rounds = Math.max(1, grown('rounds'));
  return {
    dead,
    p50Ms: percentile(latenciesMs, 0.5),
    p99Ms: percentile(latenciesMs, 0.99),
    maxMs: Math.max(...latenciesMs),
    webhooksCpuPercent: grown('webhooksMs') / elapsed / 10,
    postgresCpuPercent: grown('postgresMs') / elapsed / 10,
    roundsPerSecond: rounds / elapsed,
    cpuMsPerRound: (grown('webhooksMs') + grown('postgresMs')) / rounds,
    commitsPerSecond: grown('commits') / elapsed,
    rowsPerRound: grown('rows') / rounds,
    deadAttemptsPerSecond: grown('deadAttempts') / elapsed,
  };
}

async function readingOf(installation: Installation) {
  const { processes } = installation;
  const cpu = await readCpuTimes({
    webhooks: processes.pidOf('webhooks'),
    postgres: processes.postgresPid,
  });
  return {
    at: performance.now(),
    webhooksMs: cpu?.['webhooks'] ?? NaN,
    postgresMs: cpu?.['postgres'] ?? NaN,
    ...(await installation.counts()),
  };
}

function tableOf(measurements: Measurement[]): string {
  return formatTable(
    HEADINGS,
    measurements.map(({ dead, ...figures }) => [
      String(dead),
      ...Object.values(figures).map((figure) => figure.toFixed(1)),
    ]),
  );
}
