import { formatTable } from '@chat/test-kit/table';
import { findingOf, formatEstimate, p99Ratio } from '../bootstrap.rules';
import { disturbedRounds, type Choice } from '../quiet/disturbance.rules';
import { percentile, spreadOf } from '../statistics.rules';
import { atMost, formatVerdicts, openIfDisturbed } from '../verdict.rules';

/** Maximum multiple of an event's latency without the other endpoints. */
const LIMIT = 1.2;

/** Latencies of the healthy endpoints in milliseconds, those of each second apart. */
export interface LatencyRound {
  alone: number[][];
  beside: number[][];
}

interface Names {
  healthy: string;
  /** The other endpoints, in a row of the table, */
  others: string;
  /** and in the name of the bench. */
  bench: string;
}

/** Compares the latencies of healthy endpoints beside others with those alone. @param meanwhile what the others did. */
export function describeLatencies(
  { healthy, others, bench }: Names,
  choice: Choice<LatencyRound>,
  meanwhile: string,
): string {
  const { rounds } = choice;
  const alone = rounds.flatMap((round) => round.alone);
  const beside = rounds.flatMap((round) => round.beside);
  const row = (name: string, blocks: readonly number[][]) => [
    name,
    ...[0.5, 0.99, 1].map((share) => percentile(blocks.flat(), share).toFixed(1)),
  ];
  const pooled = p99Ratio(beside, alone, Math.random);
  const ratios = rounds.map((round) => p99Of(round.beside) / p99Of(round.alone));
  const verdict = atMost(`p99 beside ${bench} against alone`, LIMIT, spreadOf(ratios));
  return [
    formatTable(
      [healthy, 'p50 ms', 'p99 ms', 'max ms'],
      [row('alone', alone), row(`beside ${others}`, beside)],
    ),
    `p99 ratio of all rounds together (90 % interval): ${formatEstimate(pooled)}, <= ${LIMIT}: ` +
      `${findingOf(pooled, LIMIT)}; meanwhile ${meanwhile}`,
    formatVerdicts([{ name: healthy, verdicts: openIfDisturbed([verdict], choice) }]),
    ...disturbedRounds(bench, choice),
  ].join('\n\n');
}

function p99Of(blocks: readonly number[][]): number {
  return percentile(blocks.flat(), 0.99);
}
