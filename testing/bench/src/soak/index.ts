import type { BenchOptions, Report } from '../bench';
import { measureReachedRate, sendsOf } from './sends';
import { readMemory } from '../cpu/memory';
import { SMALLEST, withInstallation, type Installation } from '../installation/installation';
import { MANY_ROWS } from '../installation/seed';
import { QueueWatch } from '../installation/queue-watch';
import { LoadGenerator } from '../load/load-generator';
import { say } from '../progress';
import { formatReport, meanQueues, type Minute, type Soak } from './soak.rules';

const plans = {
  full: { rows: MANY_ROWS, minutes: 10, secondsOfMinute: 60, warmUpSeconds: 30, rateSeconds: 10 },
  quick: { rows: MANY_ROWS, minutes: 3, secondsOfMinute: 15, warmUpSeconds: 8, rateSeconds: 4 },
  smallest: { rows: SMALLEST.rows, minutes: 3, secondsOfMinute: 0.3, warmUpSeconds: 0, rateSeconds: 0.2 },
};

type Plan = (typeof plans)[keyof typeof plans];

/** The share of the rate that 64 connections reach. */
const SHARE = 0.8;
const LOOK_MS = 1_000;

/** Sends at a fixed rate below the capacity of the installation, minute by minute. */
export function runSoakBench({ size, topology = 'split', minutes, shared }: BenchOptions): Promise<Report> {
  const plan = plans[size];
  say(`Starting the services (${topology})`);
  return withInstallation(shared, { topology, accounts: 1, rows: plan.rows }, (installation) =>
    soakFor(minutes ?? plan.minutes, installation, plan),
  );
}

async function soakFor(count: number, installation: Installation, plan: Plan): Promise<Report> {
  const { topology } = installation;
  const load = LoadGenerator.start();
  try {
    const reachedRate = await measureReachedRate(installation, load, plan);
    const perSecond = Math.ceil(reachedRate * SHARE);
    const minutes: Minute[] = [];
    while (minutes.length < count) {
      say(`Minute ${minutes.length + 1} of ${count}, ${perSecond} sends per second`);
      minutes.push(await soakMinute(installation, load, { perSecond, seconds: plan.secondsOfMinute }));
    }
    const endedAt = performance.now();
    await installation.backlog.drained();
    const restMs = performance.now() - endedAt;
    const soak: Soak = { topology, reachedRate, perSecond, minutes, restMs };
    return { figures: soak, text: formatReport(soak) };
  } finally {
    load.stop();
  }
}

async function soakMinute(
  { stack, tenants, backlog, programIds }: Installation,
  load: LoadGenerator,
  pace: { perSecond: number; seconds: number },
): Promise<Minute> {
  const watch = QueueWatch.start(backlog, LOOK_MS);
  const { path, requests } = sendsOf(tenants);
  const result = await load.makePaced({ url: stack.gatewayUrls[0]! + path, requests, ...pace });
  return {
    rate: result.requests / result.seconds,
    p50Ms: result.p50Ms,
    p99Ms: result.p99Ms,
    queues: meanQueues(await watch.stop()),
    memoryMiB: await readMemory(programIds),
  };
}
