import { setTimeout as delay } from 'node:timers/promises';
import { headers, NatsError } from 'nats';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import type { CloudEvent } from '@chat/contracts';
import { reasonOf } from '@chat/errors';
import { Linger } from '@chat/flow';
import { instruments } from '@chat/telemetry';
import { BackgroundLoop } from '../background-loop';
import type { BusConnection } from '../connection';
import { STREAM } from '../subjects';
import { namesOf, OUTBOX, type DeadEvent } from './dead-event';
import { horizonAfter, wholeOutbox, type Look, type OutboxHorizon } from './outbox-horizon.rules';
import type { OutboxShard } from './outbox-shard.rules';
import { BATCH_SIZE, type Claim, type OutboxRepository, type UnpublishedRow } from './outbox.repository';
import { isOutOfSpace, refusalOf } from './publish-refusal.rules';

/** The pause while another replica publishes: rows that it does not see yet must not wait for the poll. */
const LOCKED_MS = 20;
const POLL_MS = 1_000;
/** How often the outbox is scanned from its beginning. */
const WHOLE_LOOK_MS = 10_000;
const JETSTREAM_TIMEOUT_MS = 5_000;
/** So many rows of other shards are read again and again rather than skipped. */
const FEW_ROWS = 1_000;

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

/** Publishes the rows of one shard of an outbox, oldest first, at least once. A batch costs two statements, one of which is a commit. */
export class OutboxPublisher {
  private readonly loop: BackgroundLoop;
  private known = { horizon: wholeOutbox, republications: 0 };
  private wholeLookAt = -Infinity;
  private readonly linger = new Linger();

  constructor(
    private readonly connection: BusConnection,
    private readonly dataSource: DataSource,
    private readonly outbox: OutboxRepository,
    private readonly shard: OutboxShard,
    onError: (error: unknown) => void,
    private readonly onDeadLetter: (letter: DeadEvent) => void,
  ) {
    this.loop = new BackgroundLoop(() => this.publish(), POLL_MS, onError);
  }

  start(): void {
    this.loop.start();
  }

  /** Signals that rows were committed, so that they need not wait for the poll. */
  wake({ canWait }: { canWait: boolean }): void {
    if (!canWait) this.linger.hurry();
    this.loop.wake();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  /** @returns whether the next round should start without a pause. */
  private async publish(): Promise<boolean> {
    if (!this.connection.isConnected) return false;
    const published = await this.publishBatch();
    if (published === 'locked') await delay(LOCKED_MS);
    else if (published < BATCH_SIZE) await this.linger.after(published);
    return published === 'locked' || published === BATCH_SIZE;
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
    const claim = await this.outbox.claim(manager, this.shard, this.known);
    if (!claim) return 'locked';
    const { rows } = claim;
    const last = rows.at(-1);
    if (!last) {
      await this.skipOthers(manager, claim);
      return 0;
    }
    const { places, refused, failures } = await this.send(rows);
    for (const row of refused) await this.setAside(manager, row);
    const markedBy = await this.outbox.markPublished(manager, places);
    instruments.outboxPublished.live?.inc({ service: this.connection.name }, places.size);
    if (failures.length > 0) throw failures[0];
    this.noteLook(claim, { lastId: last.id, isCut: rows.length === BATCH_SIZE, markedBy });
    return rows.length;
  }

  /** Without rows of its own, a shard would read those of the others again and again. */
  private async skipOthers(manager: EntityManager, claim: Claim): Promise<void> {
    const { from, next } = this.horizonIn(claim);
    if (claim.lastOfAll < from + FEW_ROWS) return;
    const markedBy = next?.before ?? (await this.outbox.beginNumber(manager));
    this.noteLook(claim, { lastId: claim.lastOfAll, isCut: false, markedBy });
  }

  private noteLook(claim: Claim, look: Omit<Look, 'oldestRunning'>): void {
    const { oldestRunning, republications } = claim;
    this.known = { horizon: horizonAfter(this.horizonIn(claim), { ...look, oldestRunning }), republications };
  }

  private horizonIn({ republications }: Claim): OutboxHorizon {
    return republications === this.known.republications ? this.known.horizon : wholeOutbox;
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
