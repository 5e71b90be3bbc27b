/** How far the outbox is known to be published, so that a relay need not scan old rows in every round. */
export interface OutboxHorizon {
  /** Every row with a lower id is published. */
  from: number;
  /** The value that `from` may take once every transaction numbered below `before` has ended. */
  next: { from: number; before: bigint } | null;
}

/** A scan of the unpublished rows of a shard from the horizon on, all of which were then published. */
export interface Look {
  lastId: number;
  /** Whether there may be further rows with higher ids. */
  isCut: boolean;
  /** The oldest transaction that was running during the scan. */
  oldestRunning: bigint;
  /** The number of a transaction that began after the scan, such as the one that marked the rows as published. */
  markedBy: bigint;
}

export const wholeOutbox: OutboxHorizon = { from: 0, next: null };

/**
 * Returns the horizon after a scan. A row with a lower id may be committed later: its transaction was numbered before
 * it took the id, and so before the rows that followed were marked. Once all transactions older than the mark have
 * ended, the next scan sees the rows that they left.
 */
export function horizonAfter(horizon: OutboxHorizon, look: Look): OutboxHorizon {
  const { next } = horizon;
  if (!next) return { from: horizon.from, next: { from: look.lastId + 1, before: look.markedBy } };
  const hasSeenAll = !look.isCut || look.lastId >= next.from;
  return look.oldestRunning >= next.before && hasSeenAll ? { from: next.from, next: null } : horizon;
}
