import { setTimeout as delay } from 'node:timers/promises';
import { NatsError } from 'nats';
import type { DataSource, EntityManager } from 'typeorm';
import { reasonOf } from '@chat/errors';
import { BackgroundLoop } from '../background-loop';
import type { BusConnection } from '../connection';
import { STREAM } from '../subjects';
import { OUTBOX, type DeadEvent } from './dead-event';
import { hasLast, type PlacedEvent } from './last-event.rules';
import { refusalOf } from './publish-refusal.rules';
import { ensureStream } from './stream';

const BATCH_SIZE = 256;
/** After a small batch, so that under load many rows share the cost of the next one. */
const LINGER_MS = 20;
/** While another replica publishes: what it does not see yet must not wait for the poll. */
const LOCKED_MS = 20;
const POLL_MS = 1_000;
const STREAM_CHECK_MS = 2_000;
const JETSTREAM_TIMEOUT_MS = 5_000;
/** The status of a direct read that found nothing. */
const NOT_FOUND = 404;
/** A member of the stream's cluster that lags behind answers direct reads too: it gets this time to catch up. */
const SECOND_LOOK_MS = 1_000;

interface UnpublishedRow {
  id: number;
  event_id: string;
  subject: string;
  document: string;
}

interface RefusedRow extends UnpublishedRow {
  error: Error;
}

/**
 * Publishes a service's outbox to the stream, oldest first, at least once. An event that NATS refuses becomes a dead
 * letter and keeps no other waiting. Any number of replicas may run one: a
 * transaction-level advisory lock lets one batch through at a time, which is what keeps the order.
 */
export class OutboxRelay {
  private readonly publishing: BackgroundLoop;
  private readonly watching: BackgroundLoop;

  constructor(
    private readonly connection: BusConnection,
    private readonly dataSource: DataSource,
    private readonly schema: string,
    onError: (error: unknown) => void,
    private readonly onDeadLetter: (letter: DeadEvent) => void,
  ) {
    this.publishing = new BackgroundLoop(() => this.publish(), POLL_MS, onError);
    this.watching = new BackgroundLoop(() => this.watch(), STREAM_CHECK_MS, onError);
  }

  async start(): Promise<void> {
    await this.republishAfterStreamLoss();
    this.publishing.start();
    this.watching.start();
  }

  /** Says that rows were committed, so that they need not wait for the poll. */
  wake(): void {
    this.publishing.wake();
  }

  async stop(): Promise<void> {
    await Promise.all([this.publishing.stop(), this.watching.stop()]);
  }

  /** @returns whether to go on at once. */
  private async publish(): Promise<boolean> {
    if (!this.connection.isConnected) return false;
    const published = await this.publishBatch();
    if (published === 'locked') await delay(LOCKED_MS);
    else if (published > 0 && published < BATCH_SIZE) await delay(LINGER_MS);
    return published === 'locked' || published === BATCH_SIZE;
  }

  private async watch(): Promise<void> {
    if (this.connection.isConnected) await this.republishAfterStreamLoss();
  }

  /** @returns how many rows were due; fewer than a whole batch means that nothing is left. */
  private async publishBatch(): Promise<number | 'locked'> {
    const refused: RefusedRow[] = [];
    const due = await this.dataSource.transaction(async (manager) => {
      if (!(await this.lock(manager))) return 'locked';
      const rows: UnpublishedRow[] = await manager.query(
        `SELECT id, event_id, subject, document FROM ${this.schema}.outbox
         WHERE published_at IS NULL ORDER BY id LIMIT ${BATCH_SIZE}`,
      );
      if (rows.length === 0) return 0;
      const sequences = await this.send(rows, refused);
      await manager.query(
        `UPDATE ${this.schema}.outbox SET published_at = now(), stream_sequence = done.sequence
         FROM unnest($1::bigint[], $2::bigint[]) AS done(id, sequence) WHERE outbox.id = done.id`,
        [[...sequences.keys()], [...sequences.values()]],
      );
      for (const row of refused) await this.setAside(row, manager);
      return rows.length;
    });
    for (const row of refused) this.onDeadLetter(deadEventOf(row));
    return due;
  }

  /**
   * @param refused takes what NATS will never take.
   * @returns the place in the stream of each row that was published, by the row's id.
   * @throws what kept a row from being published that is worth another try: then none counts as published.
   */
  private async send(rows: UnpublishedRow[], refused: RefusedRow[]): Promise<Map<number, number>> {
    const stream = this.connection.nats.jetstream({ timeout: JETSTREAM_TIMEOUT_MS });
    const results = await Promise.allSettled(
      rows.map((row) => stream.publish(row.subject, row.document, { msgID: row.event_id })),
    );
    const sequences = new Map<number, number>();
    results.forEach((result, index) => {
      const row = rows[index]!;
      if (result.status === 'fulfilled') sequences.set(row.id, result.value.seq);
      else refused.push({ ...row, error: toRefusal(result.reason) });
    });
    return sequences;
  }

  private async setAside({ id, error }: RefusedRow, manager: EntityManager): Promise<void> {
    await manager.query(
      `WITH refused AS (DELETE FROM ${this.schema}.outbox WHERE id = $1 RETURNING event_id, subject, document)
       INSERT INTO ${this.schema}.dead_letters (consumer, event_id, subject, document, reason)
       SELECT $2, event_id, subject, document, $3 FROM refused
       ON CONFLICT (consumer, event_id) DO NOTHING`,
      [id, OUTBOX, reasonOf(error)],
    );
  }

  /**
   * Postgres is the truth: when the stream is another one than before, or lost its end, the rows that are still kept
   * go out again. Consumers know repeats by their event id.
   */
  private async republishAfterStreamLoss(): Promise<void> {
    const manager = await this.connection.nats.jetstreamManager({ timeout: JETSTREAM_TIMEOUT_MS });
    await ensureStream(manager);
    const { created } = await manager.streams.info(STREAM);
    await this.dataSource.transaction(async (tx) => {
      if (!(await this.lock(tx))) return;
      const [known]: { stream_created_at: string }[] = await tx.query(
        `SELECT stream_created_at FROM ${this.schema}.outbox_relay`,
      );
      if (known?.stream_created_at === String(created) && (await this.hasLastEvent(tx))) return;
      // All that was published in three days, which may be much.
      await tx.query('SET LOCAL statement_timeout = 0');
      await tx.query(
        `UPDATE ${this.schema}.outbox SET published_at = NULL, stream_sequence = NULL WHERE published_at IS NOT NULL`,
      );
      await tx.query(
        `INSERT INTO ${this.schema}.outbox_relay (stream_created_at) VALUES ($1)
         ON CONFLICT (only_row) DO UPDATE SET stream_created_at = $1`,
        [String(created)],
      );
    });
  }

  /**
   * Whether the event published last still stands where the stream put it. The length of the stream would not tell:
   * other services publish to it too.
   */
  private async hasLastEvent(tx: EntityManager): Promise<boolean> {
    const [last]: (PlacedEvent & { subject: string })[] = await tx.query(
      `SELECT event_id AS id, stream_sequence AS sequence, subject FROM ${this.schema}.outbox
       WHERE published_at IS NOT NULL ORDER BY published_at DESC, stream_sequence DESC LIMIT 1`,
    );
    if (!last || hasLast(last, await this.lastOf(last.subject))) return true;
    await delay(SECOND_LOOK_MS);
    return hasLast(last, await this.lastOf(last.subject));
  }

  /** The last event of a subject on the stream, or null when it has none. */
  private async lastOf(subject: string): Promise<PlacedEvent | null> {
    const { headers } = await this.connection.nats.request(`$JS.API.DIRECT.GET.${STREAM}.${subject}`, '', {
      timeout: JETSTREAM_TIMEOUT_MS,
    });
    if (!headers || headers.code === NOT_FOUND) return null;
    return { id: headers.get('Nats-Msg-Id'), sequence: Number(headers.get('Nats-Sequence')) };
  }

  /**
   * Whether this transaction is the one that may publish now. It need not wait for the disk when it commits: what a
   * crash forgets is published again, and consumers know it.
   */
  private async lock(manager: EntityManager): Promise<boolean> {
    const [row]: { locked: boolean }[] = await manager.query(
      `SELECT pg_try_advisory_xact_lock(hashtext($1)) AS locked, set_config('synchronous_commit', 'off', true)`,
      [`${this.schema}.outbox`],
    );
    return row?.locked ?? false;
  }
}

/** @throws the error itself when it says nothing about the event. */
function toRefusal(error: unknown): Error {
  if (!(error instanceof NatsError)) throw error;
  const { code, permissionContext, api_error } = error;
  const reason = refusalOf({ code, denied: permissionContext?.operation, streamCode: api_error?.err_code });
  if (reason === null) throw error;
  return new Error(reason, { cause: error });
}

function deadEventOf({ event_id, document }: UnpublishedRow): DeadEvent {
  const { type } = JSON.parse(document) as { type: string };
  return { consumer: OUTBOX, eventId: event_id, eventType: type };
}
