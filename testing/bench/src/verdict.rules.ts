import type { Spread } from './statistics.rules';
import { formatTable } from '@chat/test-kit/table';
import { withRange } from './spread-cells.rules';

/** The result of comparing a figure with its goal: `open` if the measurement is not reliable enough. */
export type Finding = 'met' | 'missed' | 'open';

/** A goal with the measured value. */
export interface Verdict {
  what: string;
  wanted: string;
  /** Null if it could not be measured. */
  measured: Spread | null;
  finding: Finding;
}

/** The median must be at least the limit. */
export function atLeast(what: string, limit: number, measured: Spread | null): Verdict {
  const isMet = measured !== null && measured.median >= limit;
  return { what, wanted: `>= ${limit}`, measured, finding: isMet ? 'met' : 'missed' };
}

/** The median must be at most the limit. */
export function atMost(what: string, limit: number, measured: Spread | null): Verdict {
  const isMet = measured !== null && measured.median <= limit;
  return { what, wanted: `<= ${limit}`, measured, finding: isMet ? 'met' : 'missed' };
}

/** Leaves the goals of a row open if some of its rounds are disturbed even after all repetitions. */
export function openIfDisturbed(
  verdicts: readonly Verdict[],
  { disturbed }: { disturbed: number },
): Verdict[] {
  return verdicts.map((verdict) => (disturbed > 0 ? { ...verdict, finding: 'open' } : verdict));
}

export function isMissed({ finding }: Verdict): boolean {
  return finding === 'missed';
}

/** One line per goal of the rows of a table; nothing without goals. */
export function formatVerdicts(rows: readonly { name: string; verdicts: readonly Verdict[] }[]): string {
  const lines = rows.flatMap(({ name, verdicts }) =>
    verdicts.map(({ what, wanted, measured, finding }) => [
      `${name}: ${what}`,
      wanted,
      measured ? withRange(measured, 2) : 'unknown',
      finding,
    ]),
  );
  return lines.length === 0 ? '' : formatTable(['goal (medians)', 'wanted', 'measured', ''], lines);
}
