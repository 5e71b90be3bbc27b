import { formatTable } from '@chat/test-kit/table';
import type { BenchOptions, Report } from '../bench';
import { findingOf, formatEstimate, p99Ratio } from '../bootstrap.rules';
import { say } from '../progress';
import { disturbedRounds, type Choice } from '../quiet/disturbance.rules';
import { MachineWatch } from '../quiet/machine-watch';
import { percentile, spreadOf } from '../statistics.rules';
import { atMost, formatVerdicts, openIfDisturbed } from '../verdict.rules';
import { Installation, type Size } from './installation';

const SLOW_ACCOUNTS = 11;
const plans = {
  full: { rounds: 5, extraRounds: 3, seconds: 15, honest: 10, slowEach: 100, slowMs: 14_000, leadMs: 3_000 },
  quick: { rounds: 1, extraRounds: 1, seconds: 5, honest: 10, slowEach: 100, slowMs: 14_000, leadMs: 3_000 },
  smallest: { rounds: 1, extraRounds: 0, seconds: 1, honest: 2, slowEach: 1, slowMs: 200, leadMs: 0 },
};
const EVENTS_PER_SECOND = 50;
/** Maximum multiple of an event's latency without the slow endpoints. */
const LIMIT = 1.2;

type Plan = (typeof plans)[keyof typeof plans] & Size;

interface Round {
  /** Latencies in milliseconds, those of each second apart. */
  alone: number[][];
  beside: number[][];
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
  const { rounds } = choice;
  const alone = rounds.flatMap((round) => round.alone);
  const beside = rounds.flatMap((round) => round.beside);
  const row = (name: string, blocks: readonly number[][]) => [
    name,
    ...[0.5, 0.99, 1].map((share) => percentile(blocks.flat(), share).toFixed(1)),
  ];
  const pooled = p99Ratio(beside, alone, Math.random);
  const ratios = rounds.map((round) => p99Of(round.beside) / p99Of(round.alone));
  const verdict = atMost('p99 beside slow endpoints against alone', LIMIT, spreadOf(ratios));
  const slowAtOnce = percentile(
    rounds.map((round) => round.slowAtOnce),
    0.5,
  );
  return [
    formatTable(
      ['healthy endpoints', 'p50 ms', 'p99 ms', 'max ms'],
      [row('alone', alone), row('beside slow ones of 11 accounts', beside)],
    ),
    `p99 ratio of all rounds together (90 % interval): ${formatEstimate(pooled)}, <= ${LIMIT}: ` +
      `${findingOf(pooled, LIMIT)}; meanwhile the slow ones had ${slowAtOnce} requests at once`,
    formatVerdicts([{ name: 'healthy endpoints', verdicts: openIfDisturbed([verdict], choice) }]),
    ...disturbedRounds('slow endpoints', choice),
  ].join('\n\n');
}

function p99Of(blocks: readonly number[][]): number {
  return percentile(blocks.flat(), 0.99);
}
