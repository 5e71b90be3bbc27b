import type { BenchOptions, Report } from '../bench';
import { say } from '../progress';
import type { Choice } from '../quiet/disturbance.rules';
import { MachineWatch } from '../quiet/machine-watch';
import { percentile } from '../statistics.rules';
import { describeLatencies, type LatencyRound } from '../webhook-latency/report';
import { Installation } from './installation';

const plans = {
  full: { rounds: 7, extraRounds: 4, seconds: 15, backlog: 100_000 },
  quick: { rounds: 2, extraRounds: 1, seconds: 4, backlog: 40_000 },
  smallest: { rounds: 1, extraRounds: 0, seconds: 1, backlog: 100 },
};
const EVENTS_PER_SECOND = 10;

type Plan = (typeof plans)[keyof typeof plans];

interface Round extends LatencyRound {
  /** How many deliveries per second the flooded endpoint got. */
  floodPerSecond: number;
}

/** Healthy webhook endpoints alone, and together with a dead, a slow and a flooded one, alternating. */
export async function runNoisyEndpointsBench({ size }: BenchOptions): Promise<Report> {
  const plan = plans[size];
  const installation = await Installation.start();
  try {
    // Both for warming up: the first backlog meets statements that were planned without one.
    await measureRound(installation, { ...plan, seconds: Math.ceil(plan.seconds / 2) });
    const choice = await new MachineWatch([process.pid]).measureQuietly(plan, (index) => {
      say(`Round ${index + 1}`);
      return measureRound(installation, plan);
    });
    return { figures: choice, text: describe(choice) };
  } finally {
    await installation.stop();
  }
}

async function measureRound(installation: Installation, { seconds, backlog }: Plan): Promise<Round> {
  const alone = await installation.latencies(EVENTS_PER_SECOND, seconds);
  await installation.makeNoise(backlog);
  const beside = await installation.latencies(EVENTS_PER_SECOND, seconds);
  return { alone, beside, floodPerSecond: (await installation.endNoise()) / seconds };
}

function describe(choice: Choice<Round>): string {
  const perSecond = percentile(
    choice.rounds.map(({ floodPerSecond }) => floodPerSecond),
    0.5,
  );
  const names = {
    healthy: '17 healthy endpoints',
    others: 'a dead, a slow and a flooded one',
    bench: 'noisy endpoints',
  };
  return describeLatencies(names, choice, `the flooded one got ${perSecond.toFixed(0)} per second`);
}
