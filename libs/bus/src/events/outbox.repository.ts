import type { EntityManager } from 'typeorm';
import { OUTBOX } from './dead-event';
import type { PlacedEvent } from './last-event.rules';
import { wholeOutbox, type OutboxHorizon } from './outbox-horizon.rules';
import { isOfShard, tryLockOf, type OutboxShard } from './outbox-shard.rules';

/** How many rows a relay publishes at once. */
export const BATCH_SIZE = 256;

export interface UnpublishedRow {
  id: number;
  event_id: string;
  subject: string;
  document: string;
}

/** The rows that a relay may publish now, with the state of the database when they were read. */
export interface Claim {
  rows: UnpublishedRow[];
  /** The oldest transaction that was running when the rows were read. */
  oldestRunning: bigint;
  /** How often the whole outbox was republished. */
  republications: number;
  /** The last unpublished row of any shard; 0 if there is none, or if there are rows to publish. */
  lastOfAll: number;
}

interface ClaimedRow extends Omit<UnpublishedRow, 'id'> {
  /** Null if there is nothing to publish. */
  is_ours: boolean | null;
  id: number | null;
  oldest: string;
  republications: number | null;
  last_of_all: number | null;
}

/** The last published event, with its subject. */
export type LastEvent = PlacedEvent & { subject: string };

/** A process that freezes for this long while it publishes loses its session, and the lock with it. */
const FROZEN_AFTER_MS = 30_000;

/**
 * The outbox as its relays use it. Only the relay that holds the advisory locks of a shard publishes its rows, which
 * preserves the order of each account.
 */
export class OutboxRepository {
  private readonly lock: string;

  /** @param shards how many of them this process divides the outbox into. */
  constructor(
    private readonly schema: string,
    private readonly shards: number,
  ) {
    this.lock = `${schema}.outbox`;
  }

  /**
   * Reads the oldest unpublished rows of a shard, and takes its locks if there are any. They may include rows that
   * another relay has just marked: these are published again, and NATS recognizes their ids.
   * @param known the horizon, which applies as long as the outbox is not republished.
   * @returns null if another relay holds the locks. If there are no rows, no lock is held.
   */
  async claim(
    manager: EntityManager,
    shard: OutboxShard,
    known: { horizon: OutboxHorizon; republications: number },
  ): Promise<Claim | null> {
    const found: ClaimedRow[] = await manager.query(
      `WITH due AS MATERIALIZED (
         SELECT id, event_id, subject, document FROM ${this.schema}.outbox
         WHERE published_at IS NULL AND id >= CASE (SELECT republications FROM ${this.schema}.outbox_relay)
           WHEN $2 THEN $3::bigint ELSE ${wholeOutbox.from} END AND ${isOfShard(shard)}
         ORDER BY id LIMIT $4
       ), claim AS MATERIALIZED (
         SELECT ${tryLockOf(shard, 'hashtext($1)')} AS is_ours,
           set_config('idle_session_timeout', '${FROZEN_AFTER_MS}', false)
         WHERE EXISTS (SELECT FROM due)
       )
       SELECT is_ours, due.*, pg_snapshot_xmin(pg_current_snapshot())::text AS oldest,
         (SELECT republications FROM ${this.schema}.outbox_relay) AS republications,
         CASE WHEN is_ours IS NULL THEN ${this.lastOfAll(shard)} END AS last_of_all
       FROM (SELECT) AS look LEFT JOIN claim ON true LEFT JOIN due ON is_ours ORDER BY due.id`,
      [this.lock, known.republications, known.horizon.from, BATCH_SIZE],
    );
    const first = found[0]!;
    if (first.is_ours === false) {
      if (shard.count > 1) await this.unlock(manager);
      return null;
    }
    return {
      rows: found.filter((row): row is ClaimedRow & UnpublishedRow => row.id !== null),
      oldestRunning: BigInt(first.oldest),
      republications: first.republications ?? 0,
      lastOfAll: first.last_of_all ?? 0,
    };
  }

  /** With a single shard, there is none if it has none. */
  private lastOfAll({ count }: OutboxShard): string {
    if (count === 1) return 'NULL::bigint';
    return `(SELECT max(id) FROM ${this.schema}.outbox WHERE published_at IS NULL)`;
  }

  /**
   * Marks rows as published at their stream positions, and releases the locks. The commit does not wait for the disk:
   * rows whose mark is lost in a crash are published again, and consumers recognize them. The lists are subqueries, so
   * that their length does not cause the statement to be planned at each call (ADR 21).
   * @returns the number of the transaction.
   */
  async markPublished(manager: EntityManager, places: ReadonlyMap<number, number>): Promise<bigint> {
    const [row]: [{ number: string }] = await manager.query(
      `WITH marked AS (
         UPDATE ${this.schema}.outbox SET published_at = now(), stream_sequence = place.sequence
         FROM unnest((SELECT $1::bigint[]), (SELECT $2::bigint[])) AS place(id, sequence) WHERE outbox.id = place.id
         RETURNING outbox.id
       ), done AS MATERIALIZED (SELECT count(*) FROM marked)
       SELECT pg_current_xact_id()::text AS number, pg_advisory_unlock_all(),
         set_config('synchronous_commit', 'off', true)
       FROM done`,
      [[...places.keys()], [...places.values()]],
    );
    return BigInt(row.number);
  }

  /** @returns the number of a transaction that begins now. */
  async beginNumber(manager: EntityManager): Promise<bigint> {
    const [row]: [{ number: string }] = await manager.query('SELECT pg_current_xact_id()::text AS number');
    return BigInt(row.number);
  }

  /** Releases the locks, after a failure or if only some of them could be taken. */
  async unlock(manager: EntityManager): Promise<void> {
    await manager.query('SELECT pg_advisory_unlock_all()');
  }

  /** Moves an event that NATS will never accept from the outbox to the dead letters. */
  async setAside(manager: EntityManager, id: number, reason: string): Promise<void> {
    await manager.query(
      `WITH refused AS (DELETE FROM ${this.schema}.outbox WHERE id = $1 RETURNING event_id, subject, document)
       INSERT INTO ${this.schema}.dead_letters (consumer, event_id, subject, document, reason)
       SELECT $2, event_id, subject, document, $3 FROM refused
       ON CONFLICT (consumer, event_id) DO NOTHING`,
      [id, OUTBOX, reason],
    );
  }

  /**
   * Returns when the stream of the published rows was created, and the last event on it that was published; null if
   * there is none yet. Each other relay may have marked one batch later whose events are before it on the stream.
   */
  async published(
    manager: EntityManager,
  ): Promise<{ streamCreatedAt: string | null; last: LastEvent | null }> {
    const [row]: { stream_created_at: string | null; last: LastEvent | null }[] = await manager.query(
      `SELECT (SELECT stream_created_at FROM ${this.schema}.outbox_relay),
         (SELECT json_build_object('id', event_id, 'sequence', stream_sequence, 'subject', subject) FROM (
            SELECT event_id, stream_sequence, subject FROM ${this.schema}.outbox WHERE published_at IS NOT NULL
            ORDER BY published_at DESC, stream_sequence DESC LIMIT ${(this.shards - 1) * BATCH_SIZE + 1}) AS recent
          ORDER BY stream_sequence DESC NULLS LAST LIMIT 1) AS last`,
    );
    return { streamCreatedAt: row?.stream_created_at ?? null, last: row?.last ?? null };
  }

  /**
   * Waits for the lock, and keeps it until the transaction ends, so that nothing is published in the meantime. While it
   * waits, no relay gets the lock.
   */
  async lockInTransaction(manager: EntityManager): Promise<void> {
    // A frozen process may have it, and up to three days of published rows, which may be many, are written then.
    await manager.query('SET LOCAL statement_timeout = 0');
    await manager.query('SELECT pg_advisory_xact_lock(hashtext($1))', [this.lock]);
  }

  /**
   * Marks everything that is still stored as unpublished, to be published again on the stream created at the given
   * time.
   */
  async publishAnew(manager: EntityManager, streamCreatedAt: string): Promise<void> {
    await manager.query(
      `UPDATE ${this.schema}.outbox SET published_at = NULL, stream_sequence = NULL WHERE published_at IS NOT NULL`,
    );
    await manager.query(
      `INSERT INTO ${this.schema}.outbox_relay AS relay (stream_created_at) VALUES ($1)
       ON CONFLICT (only_row) DO UPDATE SET stream_created_at = $1, republications = relay.republications + 1`,
      [streamCreatedAt],
    );
  }
}
