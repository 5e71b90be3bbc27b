import { setTimeout as delay } from 'node:timers/promises';
import { headers, NatsError } from 'nats';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import type { CloudEvent } from '@chat/contracts';
import { reasonOf } from '@chat/errors';
import { instruments } from '@chat/telemetry';
import { BackgroundLoop } from '../background-loop';
import type { BusConnection } from '../connection';
import { STREAM } from '../subjects';
import { namesOf, OUTBOX, type DeadEvent } from './dead-event';
import { hasLast, type PlacedEvent } from './last-event.rules';
import { Linger } from '@chat/flow';
import { horizonAfter, wholeOutbox } from './outbox-horizon.rules';
import { OutboxRepository, type UnpublishedRow } from './outbox.repository';
import { isOutOfSpace, refusalOf } from './publish-refusal.rules';
import { ensureStream } from './stream';

const BATCH_SIZE = 256;
/** The pause while another replica publishes: rows that it does not see yet must not wait for the poll. */
const LOCKED_MS = 20;
const POLL_MS = 1_000;
/** How often the outbox is scanned from its beginning. */
const WHOLE_LOOK_MS = 10_000;
const STREAM_CHECK_MS = 2_000;
const JETSTREAM_TIMEOUT_MS = 5_000;
/** The status of a direct read that found nothing. */
const NOT_FOUND = 404;
/** A lagging member of the stream's cluster also answers direct reads; it gets this long to catch up. */
const SECOND_LOOK_MS = 1_000;

interface RefusedRow extends UnpublishedRow {
  error: Error;
}

/** What became of the rows of a batch. */
interface Sent {
  readonly places: Map<number, number>;
  readonly refused: RefusedRow[];
  readonly failures: unknown[];
}

/** The stream's answer to a published event. */
interface PublishAnswer {
  seq: number;
  error?: { code: number; err_code: number; description: string };
}

/**
 * Publishes a service's outbox to the stream, oldest first, at least once. An event that NATS rejects becomes a dead
 * letter and does not block the others. Any number of replicas may run a relay: an advisory lock lets one batch through
 * at a time. A batch costs two statements, one of which is a commit.
 */
export class OutboxRelay {
  private readonly publishing: BackgroundLoop;
  private readonly watching: BackgroundLoop;
  private readonly outbox: OutboxRepository;
  private known = { horizon: wholeOutbox, republications: 0 };
  private wholeLookAt = -Infinity;
  private readonly linger = new Linger();

  constructor(
    private readonly connection: BusConnection,
    private readonly dataSource: DataSource,
    schema: string,
    onError: (error: unknown) => void,
    private readonly onDeadLetter: (letter: DeadEvent) => void,
  ) {
    this.outbox = new OutboxRepository(schema);
    this.publishing = new BackgroundLoop(() => this.publish(), POLL_MS, onError);
    this.watching = new BackgroundLoop(() => this.watch(), STREAM_CHECK_MS, onError);
  }

  async start(): Promise<void> {
    await this.republishAfterStreamLoss();
    this.publishing.start();
    this.watching.start();
  }

  /** Signals that rows were committed, so that they need not wait for the poll. */
  wake({ canWait }: { canWait: boolean }): void {
    if (!canWait) this.linger.hurry();
    this.publishing.wake();
  }

  async stop(): Promise<void> {
    await Promise.all([this.publishing.stop(), this.watching.stop()]);
  }

  /** @returns whether the next round should start without a pause. */
  private async publish(): Promise<boolean> {
    if (!this.connection.isConnected) return false;
    const published = await this.publishBatch();
    if (published === 'locked') await delay(LOCKED_MS);
    else if (published < BATCH_SIZE) await this.linger.after(published);
    return published === 'locked' || published === BATCH_SIZE;
  }

  private async watch(): Promise<void> {
    if (this.connection.isConnected) await this.republishAfterStreamLoss();
  }

  /** @returns how many rows were due; fewer than a whole batch means that nothing is left. */
  private async publishBatch(): Promise<number | 'locked'> {
    if (performance.now() - this.wholeLookAt > WHOLE_LOOK_MS) this.lookAtAll();
    const runner = this.dataSource.createQueryRunner();
    try {
      return await this.publishClaimed(runner.manager);
    } catch (error) {
      this.lookAtAll();
      await this.outbox.unlock(runner.manager).catch(() => endSession(runner));
      throw error;
    } finally {
      await runner.release();
    }
  }

  private async publishClaimed(manager: EntityManager): Promise<number | 'locked'> {
    const claim = await this.outbox.claim(manager, BATCH_SIZE, this.known);
    if (!claim) return 'locked';
    const { rows, oldestRunning, republications } = claim;
    const last = rows.at(-1);
    if (!last) return 0;
    const { places, refused, failures } = await this.send(rows);
    for (const row of refused) await this.setAside(manager, row);
    const markedBy = await this.outbox.markPublished(manager, places);
    instruments.outboxPublished.live?.inc({ service: this.connection.name }, places.size);
    if (failures.length > 0) throw failures[0];
    const horizon = republications === this.known.republications ? this.known.horizon : wholeOutbox;
    const look = { lastId: last.id, isCut: rows.length === BATCH_SIZE, oldestRunning, markedBy };
    this.known = { horizon: horizonAfter(horizon, look), republications };
    return rows.length;
  }

  private lookAtAll(): void {
    this.known = { ...this.known, horizon: wholeOutbox };
    this.wholeLookAt = performance.now();
  }

  private async setAside(manager: EntityManager, row: RefusedRow): Promise<void> {
    await this.outbox.setAside(manager, row.id, reasonOf(row.error));
    this.onDeadLetter(deadEventOf(row));
  }

  /**
   * @returns the stream position of each published row, by the row's id, the rows that NATS will never accept, and the
   * errors of those that are worth retrying. A stream that is almost full accepts some rows of a batch: if these were
   * not marked, they would be published again when NATS has forgotten their ids, and take the space of the others.
   */
  private async send(rows: UnpublishedRow[]): Promise<Sent> {
    const results = await Promise.allSettled(rows.map((row) => this.sendRow(row)));
    const sent: Sent = { places: new Map(), refused: [], failures: [] };
    results.forEach((result, index) => {
      const row = rows[index]!;
      if (result.status === 'fulfilled') sent.places.set(row.id, result.value);
      else {
        const error = toRefusal(result.reason);
        if (error) sent.refused.push({ ...row, error });
        else sent.failures.push(toFailure(result.reason));
      }
    });
    return sent;
  }

  /** @returns the event's position in the stream, also if the stream already had it. */
  private async sendRow({ event_id, subject, document }: UnpublishedRow): Promise<number> {
    const withId = headers();
    withId.set('Nats-Msg-Id', event_id);
    const request = { subject, payload: document, headers: withId, timeoutMs: JETSTREAM_TIMEOUT_MS };
    const { seq, error } = (await this.connection.request(request)).json<PublishAnswer>();
    if (!error) return seq;
    const refusal = new NatsError(error.description, String(error.code));
    refusal.api_error = error;
    throw refusal;
  }

  /**
   * Postgres is the source of truth: if the stream was replaced or lost its end, the rows that are still stored are
   * published again. Consumers recognize repeats by their event id.
   */
  private async republishAfterStreamLoss(): Promise<void> {
    const manager = await this.connection.nats.jetstreamManager({ timeout: JETSTREAM_TIMEOUT_MS });
    await ensureStream(manager, this.connection.stream);
    const { created } = await manager.streams.info(STREAM);
    const streamCreatedAt = String(created);
    if (await this.isWhole(streamCreatedAt, this.dataSource.manager)) return;
    await this.dataSource.transaction(async (tx) => {
      if (!(await this.outbox.lockInTransaction(tx)) || (await this.isWhole(streamCreatedAt, tx))) return;
      await this.outbox.publishAnew(tx, streamCreatedAt);
    });
  }

  /**
   * Returns whether the stream is the known one and still has the last published event at its position. The stream's
   * length would not reveal a loss: other services publish to it too.
   */
  private async isWhole(streamCreatedAt: string, manager: EntityManager): Promise<boolean> {
    const published = await this.outbox.published(manager);
    if (published.streamCreatedAt !== streamCreatedAt) return false;
    const { last } = published;
    if (!last || hasLast(last, await this.lastOf(last.subject))) return true;
    await delay(SECOND_LOOK_MS);
    return hasLast(last, await this.lastOf(last.subject));
  }

  /** Returns the last event of a subject on the stream, or null if there is none. */
  private async lastOf(subject: string): Promise<PlacedEvent | null> {
    const { headers } = await this.connection.nats.request(`$JS.API.DIRECT.GET.${STREAM}.${subject}`, '', {
      timeout: JETSTREAM_TIMEOUT_MS,
    });
    if (!headers || headers.code === NOT_FOUND) return null;
    return { id: headers.get('Nats-Msg-Id'), sequence: Number(headers.get('Nats-Sequence')) };
  }
}

/** Ends the session and with it the lock. The pool drops a session that is ending. */
async function endSession(runner: QueryRunner): Promise<void> {
  const session = (await runner.connect()) as { end(): Promise<void> };
  session.end().catch(() => undefined);
}

/** Returns why NATS will never accept the event; null if the error says nothing about the event. */
function toRefusal(error: unknown): Error | null {
  if (!(error instanceof NatsError)) return null;
  const { code, api_error } = error;
  const reason = refusalOf({ code, streamCode: api_error?.err_code });
  return reason === null ? null : new Error(reason, { cause: error });
}

function toFailure(error: unknown): unknown {
  if (!(error instanceof NatsError) || !isOutOfSpace(error.api_error?.err_code)) return error;
  return new Error(
    `The stream ${STREAM} takes no events (${error.api_error?.description}): they wait in the outbox. Raise NATS_STREAM_MAX_BYTES, if the disk of NATS has space.`,
    { cause: error },
  );
}

function deadEventOf({ document }: UnpublishedRow): DeadEvent {
  return { consumer: OUTBOX, ...namesOf(JSON.parse(document) as CloudEvent) };
}
