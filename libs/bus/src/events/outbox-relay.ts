import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import { BackgroundLoop } from '../background-loop';
import type { BusConnection } from '../connection';
import { STREAM } from '../subjects';
import type { DeadEvent } from './dead-event';
import { hasLast, type PlacedEvent } from './last-event.rules';
import { OutboxPublisher } from './outbox-publisher';
import { shardIndexOf, shardsOf } from './outbox-shard.rules';
import { OutboxRepository } from './outbox.repository';
import { ensureStream } from './stream';
import type { CommittedEvents } from './transactions';

const STREAM_CHECK_MS = 2_000;
const JETSTREAM_TIMEOUT_MS = 5_000;
/** The status of a direct read that found nothing. */
const NOT_FOUND = 404;
/** A lagging member of the stream's cluster also answers direct reads; it gets this long to catch up. */
const SECOND_LOOK_MS = 1_000;

/**
 * Publishes a service's outbox to the stream. The accounts are divided into shards, which are published side by side.
 * Any number of replicas may run a relay, also with different numbers of shards: advisory locks let one batch of an
 * account through at a time.
 */
export class OutboxRelay {
  private readonly publishers: OutboxPublisher[];
  private readonly watching: BackgroundLoop;
  private readonly outbox: OutboxRepository;

  constructor(
    private readonly connection: BusConnection,
    private readonly dataSource: DataSource,
    { schema, shards }: { schema: string; shards: number },
    onError: (error: unknown) => void,
    onDeadLetter: (letter: DeadEvent) => void,
  ) {
    this.outbox = new OutboxRepository(schema, shards);
    this.publishers = shardsOf(shards).map(
      (shard) => new OutboxPublisher(connection, dataSource, this.outbox, shard, onError, onDeadLetter),
    );
    this.watching = new BackgroundLoop(() => this.watch(), STREAM_CHECK_MS, onError);
  }

  async start(): Promise<void> {
    await this.republishAfterStreamLoss();
    for (const publisher of this.publishers) publisher.start();
    this.watching.start();
  }

  /** Signals that rows were committed, so that they need not wait for the poll. */
  wake({ accountIds, canWait }: CommittedEvents): void {
    const indexes = new Set(accountIds.map((id) => shardIndexOf(id, this.publishers.length)));
    for (const index of indexes) this.publishers[index]!.wake({ canWait });
  }

  async stop(): Promise<void> {
    await Promise.all([this.watching, ...this.publishers].map((part) => part.stop()));
  }

  private async watch(): Promise<void> {
    if (this.connection.isConnected) await this.republishAfterStreamLoss();
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
      await this.outbox.lockInTransaction(tx);
      if (await this.isWhole(streamCreatedAt, tx)) return;
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
