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

/** The rows that a relay may publish now, and what it learned on the way. */
export interface Claim {
  rows: UnpublishedRow[];
  /** The oldest transaction that ran when the rows were read. */
  oldestRunning: bigint;
  /** How often the outbox was published anew. */
  republications: number;
}

interface ClaimedRow extends UnpublishedRow {
  is_ours: boolean;
  oldest: string;
  republications: number | null;
}

/** What was published last, with its subject. */
export type LastEvent = PlacedEvent & { subject: string };

/** A process that freezes while it publishes loses its session, and the lock with it. */
const FROZEN_AFTER_MS = 30_000;

/** The outbox as its relay works on it. One relay at a time holds the advisory lock, which is what keeps the order. */
export class OutboxRepository {
  private readonly lock: string;

  constructor(private readonly schema: string) {
    this.lock = `${schema}.outbox`;
  }

  /**
   * Reads the oldest rows that are not published, and takes the lock if there are any. What another relay marked in
   * this very moment may be among them: it goes out again, and NATS knows its id.
   * @param known the horizon, which counts while the outbox was not published anew.
   * @returns null when another relay has the lock. Without rows nothing is held.
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
   * Marks rows as published at their places in the stream, and gives the lock back. It does not wait for the disk: what
   * a crash forgets is published again, and consumers know it. The lists are subqueries, so that their length does not
   * have the statement planned at each call (ADR 21).
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

  /** Gives the lock back after a failure. */
  async unlock(manager: EntityManager): Promise<void> {
    await manager.query('SELECT pg_advisory_unlock_all()');
  }

  /** Takes the row of an event that NATS will never take out of the outbox, and keeps it among the dead letters. */
  async setAside(manager: EntityManager, id: number, reason: string): Promise<void> {
    await manager.query(
      `WITH refused AS (DELETE FROM ${this.schema}.outbox WHERE id = $1 RETURNING event_id, subject, document)
       INSERT INTO ${this.schema}.dead_letters (consumer, event_id, subject, document, reason)
       SELECT $2, event_id, subject, document, $3 FROM refused
       ON CONFLICT (consumer, event_id) DO NOTHING`,
      [id, OUTBOX, reason],
    );
  }

  /** When the stream was created on which the rows are published, and the event published last; null: none yet. */
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

  /** Whether this transaction is the one that may change what is published; until it ends nothing is published. */
  async lockInTransaction(manager: EntityManager): Promise<boolean> {
    const [row]: { locked: boolean }[] = await manager.query(
      'SELECT pg_try_advisory_xact_lock(hashtext($1)) AS locked',
      [this.lock],
    );
    return row?.locked ?? false;
  }

  /** Has everything that is still kept published anew, on a stream that was created then. */
  async publishAnew(manager: EntityManager, streamCreatedAt: string): Promise<void> {
    // All that was published in three days, which may be much.
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
