/**
 * What is locked at once, whatever the number of shards: the accounts whose ids end with the same four bits. So relays
 * with different numbers of shards exclude each other, while the number is being changed.
 */
export const SHARDS_AT_MOST = 16;

/** A part of the accounts, whose events one relay at a time publishes, in their order. */
export interface OutboxShard {
  /** From 0. */
  readonly index: number;
  /** How many shards there are. */
  readonly count: number;
}

export function shardsOf(count: number): OutboxShard[] {
  return Array.from({ length: count }, (_, index) => ({ index, count }));
}

/** Returns the index of the account's shard; the same as `isOfShard`. */
export function shardIndexOf(accountId: number, count: number): number {
  return (accountId & (SHARDS_AT_MOST - 1)) % count;
}

/** Returns the condition for rows with an `account_id`. With a single shard, Postgres drops it when it plans. */
export function isOfShard({ index, count }: OutboxShard): string {
  return count === 1 ? 'true' : `(account_id & ${SHARDS_AT_MOST - 1}) % ${count} = ${index}`;
}

/**
 * Returns an expression that tries to take the locks of the shard until the session releases all of its locks; if it is
 * false, it may have taken some of them. A single shard has the whole outbox, exclusively, as in releases without
 * shards. The others share it, and each has what is locked at once of its accounts.
 * @param key an SQL expression: the lock of the outbox.
 */
export function tryLockOf({ index, count }: OutboxShard, key: string): string {
  if (count === 1) return `pg_try_advisory_lock(${key})`;
  return `pg_try_advisory_lock_shared(${key}) AND (
           SELECT bool_and(pg_try_advisory_lock(${key}, part))
           FROM generate_series(${index}, ${SHARDS_AT_MOST - 1}, ${count}) AS part)`;
}
