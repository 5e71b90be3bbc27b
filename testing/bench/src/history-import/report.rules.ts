import type { LoadResult } from '../load/load';
import type { Choice } from '../quiet/disturbance.rules';
import { spreadOf, type Spread } from '../statistics.rules';
import { formatTable } from '@chat/test-kit/table';
import { withRange } from '../spread-cells.rules';
import { atMost, formatVerdicts, openIfDisturbed, type Verdict } from '../verdict.rules';

/** Pings of an otherwise idle installation, and then during one import. */
export interface Round {
  quiet: LoadResult;
  /** Consecutive windows, from the first message to the last. */
  busy: LoadResult[];
  importSeconds: number;
}

export interface Report {
  messages: number;
  pingsPerSecond: number;
  choice: Choice<Round>;
  /** Of each process in MiB, after the last import; null if the system does not report it. */
  memoryMiB: Record<string, number> | null;
}

const LIMIT = 1.5;

export function describeImports(report: Report): string {
  const { rounds, disturbed } = report.choice;
  const quiet = (of: 'p50Ms' | 'p99Ms') => spreadOf(rounds.map((round) => round.quiet[of]));
  const busy = (of: 'p50Ms' | 'p99Ms') => spreadOf(rounds.map((round) => during(round, of)));
  const table = formatTable(
    ['pings', 'p50 ms', 'p99 ms'],
    [
      ['alone', withRange(quiet('p50Ms'), 1), withRange(quiet('p99Ms'), 1)],
      ['during an import', withRange(busy('p50Ms'), 1), withRange(busy('p99Ms'), 1)],
    ],
  );
  const rate = spreadOf(rounds.map(({ importSeconds }) => report.messages / importSeconds));
  const memory = Object.entries(report.memoryMiB ?? {}).map(([name, mib]) => `${name} ${mib.toFixed(0)}`);
  return [
    table,
    `Messages stored per second: ${withRange(rate, 0)}; disturbed rounds: ${disturbed}`,
    `Memory in MiB: ${memory.join(', ') || 'unknown'}`,
    formatVerdicts([{ name: `${report.messages} messages`, verdicts: verdictsOf(report) }]),
  ].join('\n\n');
}

/** Ratios are taken within a round. */
export function verdictsOf({ choice }: Pick<Report, 'choice'>): Verdict[] {
  const ratios = choice.rounds.map((round) => during(round, 'p99Ms') / round.quiet.p99Ms);
  const verdict = atMost('p99 of a ping during an import against alone', LIMIT, spreadOf(ratios));
  return openIfDisturbed([verdict], choice);
}

/** The median of the windows, so that one hiccup of the machine does not count. */
function during({ busy }: Round, of: 'p50Ms' | 'p99Ms'): Spread['median'] {
  return spreadOf(busy.map((window) => window[of])).median;
}
