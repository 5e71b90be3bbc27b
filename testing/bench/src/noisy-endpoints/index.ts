import { findingOf, formatEstimate, p99Ratio } from '../bootstrap.rules';
import type { BenchOptions, Report } from '../bench';
import { say } from '../progress';
import { disturbedRounds, type Choice } from '../quiet/disturbance.rules';
import { MachineWatch } from '../quiet/machine-watch';
import { percentile, spreadOf } from '../statistics.rules';
import { formatTable } from '@chat/test-kit/table';
import { atMost, formatVerdicts, openIfDisturbed } from '../verdict.rules';
import { Installation } from './installation';

const plans = {
  full: { rounds: 7, extraRounds: 4, seconds: 15, backlog: 100_000 },
  quick: { rounds: 2, extraRounds: 1, seconds: 4, backlog: 40_000 },
  smallest: { rounds: 1, extraRounds: 0, seconds: 1, backlog: 100 },
};
const EVENTS_PER_SECOND = 10;
/** Maximum multiple of an event's latency without the noisy endpoints. */
const LIMIT = 1.2;

type Plan = (typeof plans)[keyof typeof plans];

interface Round {
  /** Latencies in milliseconds, those of each second apart. */
  alone: number[][];
  beside: number[][];
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
  const { rounds } = choice;
  const alone = rounds.flatMap((round) => round.alone);
  const beside = rounds.flatMap((round) => round.beside);
  const row = (name: string, blocks: readonly number[][]) => [
    name,
    ...[0.5, 0.99, 1].map((share) => percentile(blocks.flat(), share).toFixed(1)),
  ];
  const pooled = p99Ratio(beside, alone, Math.random);
  const floodPerSecond = percentile(
    rounds.map((round) => round.floodPerSecond),
    0.5,
  );
  const ratios = rounds.map((round) => p99Of(round.beside) / p99Of(round.alone));
  const verdict = atMost('p99 with noisy endpoints against alone', LIMIT, spreadOf(ratios));
  return [
    formatTable(
      ['17 healthy endpoints', 'p50 ms', 'p99 ms', 'max ms'],
      [row('alone', alone), row('with a dead, a slow and a flooded one', beside)],
    ),
    `p99 ratio of all rounds together (90 % interval): ${formatEstimate(pooled)}, <= ${LIMIT}: ` +
      `${findingOf(pooled, LIMIT)}; meanwhile the flooded one got ${floodPerSecond.toFixed(0)} per second`,
    formatVerdicts([{ name: '17 healthy endpoints', verdicts: openIfDisturbed([verdict], choice) }]),
    ...disturbedRounds('noisy endpoints', choice),
  ].join('\n\n');
}

function p99Of(blocks: readonly number[][]): number {
  return percentile(blocks.flat(), 0.99);
}
