/** How far a relay knows the outbox to be published, so that it need not look at rows of long ago in every round. */
export interface OutboxHorizon {
  /** Every row with a lower id is published. */
  from: number;
  /** Where `from` may be once every transaction that was numbered below `before` has ended. */
  next: { from: number; before: bigint } | null;
}

/** A look at the unpublished rows from the horizon on, all of which were published then. */
export interface Look {
  lastId: number;
  /** Whether there may be further rows with higher ids. */
  isCut: boolean;
  /** The oldest transaction that ran at the look. */
  oldestRunning: bigint;
  /** The number of the transaction that marked the rows as published. */
  markedBy: bigint;
}

export const wholeOutbox: OutboxHorizon = { from: 0, next: null };

/**
 * The horizon after a look. A transaction with a lower id may commit later: it was numbered before it took the id,
 * and so before the rows that followed were marked. When all that are older than the mark have ended, the
 * next look sees what they left.
 */
export function horizonAfter(horizon: OutboxHorizon, look: Look): OutboxHorizon {
  const { next } = horizon;
  if (!next) return { from: horizon.from, next: { from: look.lastId + 1, before: look.markedBy } };
  const hasSeenAll = !look.isCut || look.lastId >= next.from;
  return look.oldestRunning >= next.before && hasSeenAll ? { from: next.from, next: null } : horizon;
}
