import { setTimeout as delay } from 'node:timers/promises';
import { AckPolicy, DeliverPolicy, nanos, type ConsumerMessages, type JsMsg } from 'nats';
import type { CloudEvent, EventType } from '@chat/contracts';
import { reasonOf } from '@chat/errors';
import type { BusConnection } from '../connection';
import type { DeadEvent } from './dead-event';
import { pauseAfterFailure } from './patience.rules';
import { STREAM } from '../subjects';
import { ensureStream } from './stream';
import type { Transaction, Transactions } from './transactions';

const ACK_WAIT_MS = 30_000;
const MAX_IN_HAND = 256;
const RESTART_DELAY_MS = 500;
/** Of a consumer whose events have transactions of their own. Batches make one partition fast enough. */
const PARTITIONS = 8;
/** As Postgres writes it back. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export type EventHandler<T extends object = object> = (
  event: CloudEvent<T>,
  tx: Transaction,
) => Promise<void>;

/** Binds a handler to one event type. */
export interface EventBinding {
  type: string;
  handle: EventHandler;
}

/** A consumer's handler for the events of one type. */
export function on<T extends object>(type: EventType<T>, handle: EventHandler<T>): EventBinding {
  return { type: type.type, handle: handle as EventHandler };
}

export interface Subscription {
  /** `<consumer>-<purpose>`: the durable's name, shared by all replicas. */
  durable: string;
  /** One subject filter, as in `evt.device-sessions.message.*`. */
  subject: string;
  /** Events of other types are acknowledged unread. */
  bindings: EventBinding[];
  /**
   * Age at which an event that still fails goes to the dead letters; an hour if absent. One that is older when it comes
   * is tried for a minute all the same.
   */
  patienceMs?: number;
  /** Lets up to `size` events that wait share one transaction; each has its own if absent. */
  batch?: {
    size: number;
    /**
     * The order within the batch. `entity` is for handlers that lock rows: replicas lock them in the same order then,
     * and do not wait for each other in a circle. Events of one entity keep their order in any case.
     */
    by: 'arrival' | 'entity';
  };
}

interface Delivery {
  event: CloudEvent;
  handle: EventHandler;
}

interface Arrival extends Delivery {
  message: JsMsg;
}

/** The arrivals of some of the entities, which are handled one after the other. */
interface Partition {
  waiting: Arrival[];
  work: Promise<void> | null;
}

/**
 * Consumes events exactly once in effect: the handler's changes and the inbox row that marks the event as consumed
 * commit together, and only then is it acknowledged. Events of one entity are handled in order, others side by side.
 */
export class EventConsumer {
  private isStopping = false;
  private messages: ConsumerMessages | null = null;
  private loop: Promise<void> = Promise.resolve();
  private readonly partitions: Partition[];
  private readonly handlers: Map<string, EventHandler>;

  constructor(
    private readonly connection: BusConnection,
    private readonly transactions: Transactions,
    private readonly schema: string,
    private readonly subscription: Subscription,
    private readonly onError: (error: unknown, eventId?: string) => void,
    private readonly onDeadLetter: (letter: DeadEvent) => void,
  ) {
    const count = subscription.batch ? 1 : PARTITIONS;
    this.partitions = Array.from({ length: count }, () => ({ waiting: [], work: null }));
    this.handlers = new Map(subscription.bindings.map(({ type, handle }) => [type, handle]));
  }

  start(): void {
    this.loop = this.run();
  }

  /** Takes no further event and waits for those under way. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.messages?.stop();
    await this.loop;
    await Promise.all(this.partitions.map(async (partition) => partition.work));
  }

  /**
   * Hands over an event that this consumer once gave up, as if it were delivered now, inside the caller's transaction.
   * @returns false when it was consumed before: then nothing happens.
   * @throws what its handler throws, or Error when it has none for this type of event any more.
   */
  async replay(event: CloudEvent, tx: Transaction): Promise<boolean> {
    const handle = this.handlers.get(event.type);
    if (!handle)
      throw new Error(`${this.subscription.durable} no longer handles events of the type ${event.type}.`);
    return (await this.handleNew([{ event, handle }], tx)) === 1;
  }

  private async run(): Promise<void> {
    while (!this.isStopping) {
      try {
        this.messages = await this.open();
        for await (const message of this.messages) this.enqueue(message);
      } catch (error) {
        if (!this.isStopping) this.onError(error);
      }
      if (!this.isStopping) await delay(RESTART_DELAY_MS);
    }
  }

  private async open(): Promise<ConsumerMessages> {
    const { nats } = this.connection;
    const manager = await nats.jetstreamManager();
    await ensureStream(manager);
    await manager.consumers.add(STREAM, {
      durable_name: this.subscription.durable,
      filter_subject: this.subscription.subject,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      ack_wait: nanos(ACK_WAIT_MS),
      max_ack_pending: MAX_IN_HAND,
    });
    const consumer = await nats.jetstream().consumers.get(STREAM, this.subscription.durable);
    const messages = await consumer.consume({ max_messages: 200, idle_heartbeat: 2_000, expires: 10_000 });
    void this.watch(messages);
    if (this.isStopping) messages.stop();
    return messages;
  }

  /** Ends the iteration when the consumer or its stream is gone, so that `run` makes them anew. */
  private async watch(messages: ConsumerMessages): Promise<void> {
    for await (const status of await messages.status()) {
      const type = String(status.type);
      const isGone = ['consumer_deleted', 'consumer_not_found', 'stream_not_found', 'no_responders'].includes(
        type,
      );
      const isSilent = type === 'heartbeats_missed' && this.connection.isConnected;
      if (isGone || isSilent) messages.stop();
    }
  }

  private enqueue(message: JsMsg): void {
    const event = readEvent(message);
    if (!event) {
      this.onError(new Error(`A message on ${message.subject} is no CloudEvent. It was skipped.`));
      return message.term();
    }
    const handle = this.handlers.get(event.type);
    if (!handle) return message.ack();
    const partition = this.partitions[partitionOf(entityOf(event), this.partitions.length)]!;
    partition.waiting.push({ message, event, handle });
    partition.work ??= this.work(partition);
  }

  private async work(partition: Partition): Promise<void> {
    while (partition.waiting.length > 0) {
      await this.process(partition.waiting.splice(0, this.subscription.batch?.size ?? 1));
    }
    partition.work = null;
  }

  private async process(batch: Arrival[]): Promise<void> {
    try {
      await this.transactions.run(null, async (tx) => this.handleNew(batch, tx));
      for (const { message } of batch) message.ack();
    } catch (error) {
      if (batch.length === 1) return this.putBack(batch[0]!, error);
      // One of them spoils the transaction: each gets its own.
      for (const arrival of batch) await this.process([arrival]);
    }
  }

  /** @returns how many of the events were not consumed before. */
  private async handleNew(batch: Delivery[], tx: Transaction): Promise<number> {
    const firstTime = await this.markConsumed(tx, batch);
    const count = firstTime.size;
    // An event that stands in the batch twice is handled once.
    for (const { event, handle } of this.inOrder(batch)) {
      if (firstTime.delete(event.id)) await handle(event, tx.causedBy(event));
    }
    return count;
  }

  private inOrder(batch: Delivery[]): Delivery[] {
    if (this.subscription.batch?.by !== 'entity') return batch;
    return batch.toSorted(({ event: a }, { event: b }) => compare(entityOf(a), entityOf(b)));
  }

  /** @returns the ids of the events that were not consumed before. */
  private async markConsumed(tx: Transaction, batch: Delivery[]): Promise<Set<string>> {
    const rows: { event_id: string }[] = await tx.manager.query(
      `INSERT INTO ${this.schema}.inbox (consumer, event_id) SELECT $1, unnest($2::uuid[])
       ON CONFLICT DO NOTHING RETURNING event_id`,
      [this.subscription.durable, batch.map(({ event }) => event.id)],
    );
    return new Set(rows.map((row) => row.event_id));
  }

  /** Another try later; an event that still fails when it is old goes to the dead letters. */
  private async putBack({ message, event }: Arrival, error: unknown): Promise<void> {
    this.onError(error, event.id);
    const { deliveryCount: tries, timestampNanos } = message.info;
    const ageMs = Date.now() - timestampNanos / 1e6;
    const pauseMs = pauseAfterFailure({ ageMs, tries }, this.subscription.patienceMs);
    if (pauseMs !== null) return message.nak(pauseMs);
    try {
      await this.transactions.run(event, async (tx) => {
        await tx.manager.query(
          `INSERT INTO ${this.schema}.dead_letters (consumer, event_id, document, reason) VALUES ($1, $2, $3, $4)
           ON CONFLICT (consumer, event_id) DO NOTHING`,
          [this.subscription.durable, event.id, JSON.stringify(event), reasonOf(error)],
        );
      });
      this.onDeadLetter({ consumer: this.subscription.durable, eventId: event.id, eventType: event.type });
      message.term();
    } catch (failure) {
      this.onError(failure, event.id);
      message.nak(30_000);
    }
  }
}

/** The event, or null when the message is none of ours. */
function readEvent(message: JsMsg): CloudEvent | null {
  try {
    const event = message.json<CloudEvent>();
    const required: unknown[] = [event.id, event.type, event.subject, event.accountid];
    const isEvent = required.every((member) => typeof member === 'string') && UUID.test(event.id);
    return isEvent ? event : null;
  } catch {
    return null;
  }
}

function entityOf(event: CloudEvent): string {
  return `${event.accountid}/${event.subject}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function partitionOf(entity: string, partitions: number): number {
  let hash = 0;
  for (let index = 0; index < entity.length; index += 1) hash = (hash * 31 + entity.charCodeAt(index)) | 0;
  return Math.abs(hash) % partitions;
}
