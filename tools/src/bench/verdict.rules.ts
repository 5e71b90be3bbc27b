import type { Spread } from './statistics.rules';
import { formatTable, withRange } from './table.rules';

/** A goal with the measured value. */
export interface Verdict {
  what: string;
  wanted: string;
  /** Null if it could not be measured. */
  measured: Spread | null;
  isMet: boolean;
}

/** The median must be at least the limit. */
export function atLeast(what: string, limit: number, measured: Spread | null): Verdict {
  return { what, wanted: `>= ${limit}`, measured, isMet: measured !== null && measured.median >= limit };
}

/** The median must be at most the limit. */
export function atMost(what: string, limit: number, measured: Spread | null): Verdict {
  return { what, wanted: `<= ${limit}`, measured, isMet: measured !== null && measured.median <= limit };
}

/** One line per goal of the rows of a table; nothing without goals. */
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
