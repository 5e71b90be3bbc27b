import { setTimeout as delay } from 'node:timers/promises';
import { readCpuTimes } from '../cpu/cpu-times';
import type { BenchOptions, Report } from '../bench';
import { say } from '../progress';
import { percentile } from '../statistics.rules';
import { formatTable } from '@chat/test-kit/table';
import { Installation } from './installation';

/** The time until every endpoint has been visited once. */
const SETTLE_MS = 5_000;
const plans = {
  full: { counts: [100, 1_000, 10_000], backlog: 20, settleMs: SETTLE_MS, seconds: 30 },
  quick: { counts: [50, 500], backlog: 5, settleMs: SETTLE_MS, seconds: 5 },
  smallest: { counts: [2], backlog: 1, settleMs: 0, seconds: 0.5 },
};
const EVENTS_PER_SECOND = 20;
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
export async function runDeadEndpointsBench({ size }: BenchOptions): Promise<Report> {
  const plan = plans[size];
  const measurements: Measurement[] = [];
  for (const dead of plan.counts) {
    say(`${dead} dead endpoints with ${plan.backlog} deliveries each`);
    const installation = await Installation.start();
    try {
      await installation.addDead(dead, plan.backlog);
      await delay(plan.settleMs);
      measurements.push(await measure(installation, dead, plan.seconds));
    } finally {
      await installation.stop();
    }
  }
  return { figures: measurements, text: tableOf(measurements) };
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
