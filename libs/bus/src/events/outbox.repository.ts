import type { EntityManager } from 'typeorm';
import { OUTBOX } from './dead-event';
import type { PlacedEvent } from './last-event.rules';
import { wholeOutbox, type OutboxHorizon } from './outbox-horizon.rules';

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
}

interface ClaimedRow extends UnpublishedRow {
  is_ours: boolean;
  oldest: string;
  republications: number | null;
}

/** The last published event, with its subject. */
export type LastEvent = PlacedEvent & { subject: string };

/** A process that freezes for this long while it publishes loses its session, and the lock with it. */
const FROZEN_AFTER_MS = 30_000;

/**
 * The outbox as its relay uses it. Only the relay that holds the advisory lock publishes, which preserves the order.
 */
export class OutboxRepository {
  private readonly lock: string;

  constructor(private readonly schema: string) {
    this.lock = `${schema}.outbox`;
  }

  /**
   * Reads the oldest unpublished rows, and takes the lock if there are any. They may include rows that another relay
   * has just marked: these are published again, and NATS recognizes their ids.
   * @param known the horizon, which applies as long as the outbox is not republished.
   * @returns null if another relay holds the lock. If there are no rows, the lock is not held.
   */
  async claim(
    manager: EntityManager,
    limit: number,
    known: { horizon: OutboxHorizon; republications: number },
  ): Promise<Claim | null> {
    const found: ClaimedRow[] = await manager.query(
      `WITH due AS MATERIALIZED (
         SELECT id, event_id, subject, document FROM ${this.schema}.outbox
         WHERE published_at IS NULL AND id >= CASE (SELECT republications FROM ${this.schema}.outbox_relay)
           WHEN $2 THEN $3::bigint ELSE ${wholeOutbox.from} END
         ORDER BY id LIMIT $4
       ), claim AS MATERIALIZED (
         SELECT pg_try_advisory_lock(hashtext($1)) AS is_ours,
           set_config('idle_session_timeout', '${FROZEN_AFTER_MS}', false)
         WHERE EXISTS (SELECT FROM due)
       )
       SELECT is_ours, due.*, pg_snapshot_xmin(pg_current_snapshot())::text AS oldest,
         (SELECT republications FROM ${this.schema}.outbox_relay) AS republications
       FROM claim LEFT JOIN due ON is_ours ORDER BY due.id`,
      [this.lock, known.republications, known.horizon.from, limit],
    );
    const [first] = found;
    if (first?.is_ours === false) return null;
    return {
      rows: found,
      oldestRunning: BigInt(first?.oldest ?? 0),
      republications: first?.republications ?? 0,
    };
  }

  /**
   * Marks rows as published at their stream positions, and releases the lock. The commit does not wait for the disk:
   * rows whose mark is lost in a crash are published again, and consumers recognize them. The lists are subqueries, so
   * that their length does not cause the statement to be planned at each call (ADR 21).
   * @returns the number of the transaction.
   */
  async markPublished(manager: EntityManager, places: ReadonlyMap<number, number>): Promise<bigint> {
    const [row]: [{ number: string }] = await manager.query(
      `WITH marked AS (
         UPDATE ${this.schema}.outbox SET published_at = now(), stream_sequence = place.sequence
         FROM unnest((SELECT $2::bigint[]), (SELECT $3::bigint[])) AS place(id, sequence) WHERE outbox.id = place.id
         RETURNING outbox.id
       ), done AS MATERIALIZED (SELECT count(*) FROM marked)
       SELECT pg_current_xact_id()::text AS number, pg_advisory_unlock(hashtext($1)),
         set_config('synchronous_commit', 'off', true)
       FROM done`,
      [this.lock, [...places.keys()], [...places.values()]],
    );
    return BigInt(row.number);
  }

  /** Releases the lock after a failure. */
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
   * Returns when the stream of the published rows was created, and the last published event; null if there is none yet.
   */
  async published(
    manager: EntityManager,
  ): Promise<{ streamCreatedAt: string | null; last: LastEvent | null }> {
    const [row]: { stream_created_at: string | null; last: LastEvent | null }[] = await manager.query(
      `SELECT (SELECT stream_created_at FROM ${this.schema}.outbox_relay),
         (SELECT json_build_object('id', event_id, 'sequence', stream_sequence, 'subject', subject)
          FROM ${this.schema}.outbox WHERE published_at IS NOT NULL
          ORDER BY published_at DESC, stream_sequence DESC LIMIT 1) AS last`,
    );
    return { streamCreatedAt: row?.stream_created_at ?? null, last: row?.last ?? null };
  }

  /**
   * Tries to take the lock until the transaction ends, so that nothing is published in the meantime.
   * @returns whether it got the lock.
   */
  async lockInTransaction(manager: EntityManager): Promise<boolean> {
    const [row]: { locked: boolean }[] = await manager.query(
      'SELECT pg_try_advisory_xact_lock(hashtext($1)) AS locked',
      [this.lock],
    );
    return row?.locked ?? false;
  }

  /**
   * Marks everything that is still stored as unpublished, to be published again on the stream created at the given
   * time.
   */
  async publishAnew(manager: EntityManager, streamCreatedAt: string): Promise<void> {
    // Up to three days of published rows, which may be many.
    await manager.query('SET LOCAL statement_timeout = 0');
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
