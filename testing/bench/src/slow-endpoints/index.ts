import type { BenchOptions, Report } from '../bench';
import { say } from '../progress';
import type { Choice } from '../quiet/disturbance.rules';
import { MachineWatch } from '../quiet/machine-watch';
import { percentile } from '../statistics.rules';
import { describeLatencies, type LatencyRound } from '../webhook-latency/report';
import { Installation, type Size } from './installation';

const SLOW_ACCOUNTS = 11;
const plans = {
  full: { rounds: 5, extraRounds: 3, seconds: 15, honest: 10, slowEach: 100, slowMs: 14_000, leadMs: 3_000 },
  quick: { rounds: 2, extraRounds: 1, seconds: 5, honest: 10, slowEach: 100, slowMs: 14_000, leadMs: 3_000 },
  smallest: { rounds: 1, extraRounds: 0, seconds: 1, honest: 2, slowEach: 1, slowMs: 200, leadMs: 0 },
};
const EVENTS_PER_SECOND = 50;

type Plan = (typeof plans)[keyof typeof plans] & Size;

interface Round extends LatencyRound {
  /** How many requests the slow endpoints had at once. */
  slowAtOnce: number;
}

/** Accounts with a healthy webhook endpoint alone, and beside 1,100 endpoints that respond after 14 s, alternating. */
export async function runSlowEndpointsBench({ size }: BenchOptions): Promise<Report> {
  const plan = { ...plans[size], slowAccounts: SLOW_ACCOUNTS };
  say(`Registering ${plan.slowAccounts * plan.slowEach} slow endpoints`);
  const installation = await Installation.start(plan);
  try {
    await measureRound(installation, { ...plan, seconds: 1 });
    const choice = await new MachineWatch([process.pid]).measureQuietly(plan, (index) => {
      say(`Round ${index + 1}`);
      return measureRound(installation, plan);
    });
    return { figures: choice, text: describe(choice) };
  } finally {
    await installation.stop();
  }
}

async function measureRound(installation: Installation, { seconds, leadMs }: Plan): Promise<Round> {
  const alone = await installation.latencies(EVENTS_PER_SECOND, seconds);
  await installation.slowDown(leadMs);
  const beside = await installation.latencies(EVENTS_PER_SECOND, seconds);
  const slowAtOnce = installation.slowUnderWay;
  await installation.rest();
  return { alone, beside, slowAtOnce };
}

function describe(choice: Choice<Round>): string {
  const slowAtOnce = percentile(
    choice.rounds.map((round) => round.slowAtOnce),
    0.5,
  );
  const names = {
    healthy: 'healthy endpoints',
    others: 'slow ones of 11 accounts',
    bench: 'slow endpoints',
  };
  return describeLatencies(names, choice, `the slow ones had ${slowAtOnce} requests at once`);
}
