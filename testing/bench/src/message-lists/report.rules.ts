import { percentile, spreadOf, type Spread } from '../statistics.rules';
import { formatTable } from '@chat/test-kit/table';
import { atMost, formatVerdicts, type Verdict } from '../verdict.rules';

/** The pages measured for each list. */
export const pages = ['first', 'newest', 'deep'] as const;
export type PageName = (typeof pages)[number];

/** The p50 of each round of one page, in milliseconds. */
export type Rounds = Record<PageName, number[]>;

/** One list, with few rows and with many. */
export interface ListRow {
  name: string;
  sizes: { small: number; large: number };
  small: Rounds;
  large: Rounds;
}

/** Maximum ratio of the cost with many rows to that with few. */
const LIMIT = 1.2;

const HEADINGS = ['list', 'rows', ...pages.map((page) => `${page} p50 ms`)];

/** The p50 of one round. */
export function p50(times: readonly number[]): number {
  return percentile(times, 0.5);
}

/** Whether pages cost the same at any size and any depth. Ratios are taken within a round. */
export function verdictsOf({ small, large }: ListRow): Verdict[] {
  return [
    atMost('first page, many rows / few', LIMIT, ratios(large.first, small.first)),
    atMost('deep page, many rows / few', LIMIT, ratios(large.deep, small.deep)),
    atMost('by cursor among many, deep / newest', LIMIT, ratios(large.deep, large.newest)),
  ];
}

export function describeLists(rows: readonly ListRow[]): string {
  const cells = rows.flatMap(({ name, sizes, small, large }) =>
    [
      { count: sizes.small, rounds: small },
      { count: sizes.large, rounds: large },
    ].map(({ count, rounds }) => [
      name,
      count.toLocaleString('en'),
      ...pages.map((page) => spreadOf(rounds[page]).median.toFixed(2)),
    ]),
  );
  const verdicts = formatVerdicts(rows.map((row) => ({ name: row.name, verdicts: verdictsOf(row) })));
  return `${formatTable(HEADINGS, cells)}\n\n${verdicts}`;
}

function ratios(of: readonly number[], to: readonly number[]): Spread {
  return spreadOf(of.map((value, round) => value / to[round]!));
}
