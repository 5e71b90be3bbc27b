import type { Finding } from './finding';

/**
 * The recovery times of an installation, in milliseconds from the end of the fault. Null: not within the waiting time.
 */
export interface Recovery {
  /** Until each kind of request had succeeded again, by its name. */
  readonly firstSuccessMs: Readonly<Record<string, number | null>>;
  /** Until every send had an outcome. */
  readonly settledMs: number | null;
  /** Until no work was left. */
  readonly clearedMs: number | null;
}

/** The required recovery times. */
const FIRST_SUCCESS_MS = 5_000;
const SETTLED_MS = 30_000;
export const CLEARED_MS = 30_000;

/** @param left the work that was left at the end of the waiting time. */
export function judgePace({ firstSuccessMs, settledMs, clearedMs }: Recovery, left: string): Finding[] {
  const slow = Object.entries(firstSuccessMs)
    .filter(([, ms]) => ms === null || ms > FIRST_SUCCESS_MS)
    .map(([name, ms]): Finding => ({ kind: 'late', what: `${name} succeeded ${after(ms)}` }));
  return [
    ...slow,
    ...(isLate(settledMs, SETTLED_MS)
      ? [{ kind: 'unsettled' as const, what: `the sends were settled ${after(settledMs)}` }]
      : []),
    ...(clearedMs === null
      ? [{ kind: 'unsettled' as const, what: `the backlog was never cleared: ${left}` }]
      : isLate(clearedMs, CLEARED_MS)
        ? [{ kind: 'late' as const, what: `the backlog was cleared ${after(clearedMs)}` }]
        : []),
  ];
}

function isLate(ms: number | null, limitMs: number): boolean {
  return ms === null || ms > limitMs;
}

function after(ms: number | null): string {
  return ms === null ? 'not at all' : `after ${(ms / 1000).toFixed(1)} s`;
}
