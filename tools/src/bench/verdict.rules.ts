import type { Spread } from './statistics.rules';
import { formatTable, withRange } from './table.rules';

/** A goal and what was measured. */
export interface Verdict {
  what: string;
  wanted: string;
  /** Null where it could not be measured. */
  measured: Spread | null;
  isMet: boolean;
}

/** The median is to be this or more. */
export function atLeast(what: string, limit: number, measured: Spread | null): Verdict {
  return { what, wanted: `>= ${limit}`, measured, isMet: measured !== null && measured.median >= limit };
}

/** The median is to be this or less. */
export function atMost(what: string, limit: number, measured: Spread | null): Verdict {
  return { what, wanted: `<= ${limit}`, measured, isMet: measured !== null && measured.median <= limit };
}

/** One line for each goal of the rows of a table; nothing without goals. */
export function formatVerdicts(rows: readonly { name: string; verdicts: readonly Verdict[] }[]): string {
  const lines = rows.flatMap(({ name, verdicts }) =>
    verdicts.map(({ what, wanted, measured, isMet }) => [
      `${name}: ${what}`,
      wanted,
      measured ? withRange(measured, 2) : 'unknown',
      isMet ? 'met' : 'missed',
    ]),
  );
  return lines.length === 0 ? '' : formatTable(['goal (medians)', 'wanted', 'measured', ''], lines);
}
