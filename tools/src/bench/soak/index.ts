import type { BenchOptions } from '../bench';
import { measureReachedRate, sendsOf } from './sends';
import { readMemory } from '../cpu/memory';
import { Installation } from '../installation/installation';
import { QueueWatch } from '../installation/queue-watch';
import { LoadGenerator } from '../load/load-generator';
import { say } from '../progress';
import { formatReport, meanQueues, type Minute, type Soak } from './soak.rules';

const plans = {
  full: { minutes: 10, secondsOfMinute: 60, warmUpSeconds: 30, rateSeconds: 10 },
  quick: { minutes: 3, secondsOfMinute: 15, warmUpSeconds: 8, rateSeconds: 4 },
};

/** The share of the rate that 64 connections reach. */
const SHARE = 0.8;
const LOOK_MS = 1_000;

/** Sends at a fixed rate below the capacity of the installation, minute by minute. */
export async function runSoakBench(options: BenchOptions): Promise<void> {
  const plan = options.quick ? plans.quick : plans.full;
  const topology = options.topology ?? 'split';
  say(`Starting the services (${topology})`);
  const installation = await Installation.start({ topology, accounts: 1, isSeeded: true });
  const load = LoadGenerator.start();
  try {
    const reachedRate = await measureReachedRate(installation, load, plan);
    const perSecond = Math.floor(reachedRate * SHARE);
    const minutes: Minute[] = [];
    const count = options.minutes ?? plan.minutes;
    while (minutes.length < count) {
      say(`Minute ${minutes.length + 1} of ${count}, ${perSecond} sends per second`);
      minutes.push(await soakMinute(installation, load, { perSecond, seconds: plan.secondsOfMinute }));
    }
    const endedAt = performance.now();
    await installation.backlog.drained();
    const restMs = performance.now() - endedAt;
    const soak: Soak = { topology, reachedRate, perSecond, minutes, restMs };
    console.log(options.json ? JSON.stringify(soak, null, 2) : formatReport(soak));
  } finally {
    load.stop();
    await installation.stop();
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
