import type { JsMsg } from 'nats';
import type { CloudEvent } from '@chat/contracts';
import { reasonOf } from '@chat/errors';
import type { BusConnection } from '../connection';
import { namesOf, type DeadEvent, type NamedEvent } from './dead-event';
import type { EventBinding } from './event-binding';
import { EventMetrics } from './event-metrics';
import { EventPull } from './event-pull';
import { startEventSpans, type EventSpans } from './event-spans';
import { Linger } from '@chat/flow';
import { pauseAfterFailure } from './patience.rules';
import { STREAM } from '../subjects';
import type { Transaction, Transactions } from './transactions';

/**
 * The number of partitions of a consumer whose events each have their own transaction. With batches one partition is
 * fast enough.
 */
const PARTITIONS = 8;
/** In the form in which Postgres returns UUIDs. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface Subscription {
  /** `<consumer>-<purpose>`: the durable's name, shared by all replicas. */
  durable: string;
  /** One subject filter, as in `evt.crm.contact.*`. */
  subject: string;
  /** Events of other types are acknowledged unread. */
  bindings: EventBinding[];
  /**
   * Age at which an event that still fails becomes a dead letter; an hour if absent. An event that is already older on
   * arrival is still tried for a minute.
   */
  patienceMs?: number;
  /**
   * Lets up to this many waiting events share one transaction; each has its own if absent. Events of repeatable
   * bindings are handled after these, without a transaction. Each binding receives its events of a batch at once, so
   * events of one entity keep their order only within a binding.
   */
  batchSize?: number;
}

interface Delivery {
  event: CloudEvent;
  binding: EventBinding;
}

interface Arrival extends Delivery {
  /** The latest delivery of the event. */
  message: JsMsg;
}

/** The waiting events of some of the entities, which are handled sequentially. */
interface Partition {
  waiting: Arrival[];
  work: Promise<void> | null;
}

/**
 * Consumes events with exactly-once effects: the handler's changes and the inbox row that marks the event as consumed
 * commit together, and the event is acknowledged only afterwards. Events of one entity are handled in order, others
 * concurrently.
 */
export class EventConsumer {
  private hasStopped = false;
  private readonly pull: EventPull;
  private readonly partitions: Partition[];
  /** The events that are waiting or in progress, by id, so that a redelivery is not queued again. */
  private readonly inHand = new Map<string, Arrival>();
  private readonly bindings: Map<string, EventBinding>;
  private readonly urgentTypes: ReadonlySet<string>;
  private readonly linger = new Linger();
  private readonly metrics: EventMetrics;

  constructor(
    private readonly connection: BusConnection,
    private readonly transactions: Transactions,
    private readonly schema: string,
    private readonly subscription: Subscription,
    private readonly onError: (error: unknown, event?: NamedEvent) => void,
    private readonly onDeadLetter: (letter: DeadEvent) => void,
  ) {
    this.metrics = new EventMetrics(connection.name, subscription.durable);
    this.pull = new EventPull(connection, subscription, (message) => this.enqueue(message), onError);
    const count = subscription.batchSize ? 1 : PARTITIONS;
    this.partitions = Array.from({ length: count }, () => ({ waiting: [], work: null }));
    this.bindings = new Map(
      subscription.bindings.flatMap((binding) => binding.types.map(({ type }) => [type, binding])),
    );
    const types = subscription.bindings.flatMap((binding) => binding.types);
    this.urgentTypes = new Set(types.flatMap(({ type, canWait }) => (canWait ? [] : [type])));
  }

  start(): void {
    this.pull.start();
  }

  /** Stops taking events and waits for those in progress. */
  async stop(): Promise<void> {
    await this.pull.stop();
    await Promise.all(this.partitions.map(async (partition) => partition.work));
    this.hasStopped = true;
  }

  /** Whether it may still take or handle events. */
  get isUnfinished(): boolean {
    return !this.hasStopped;
  }

  /**
   * Hands over an event that this consumer once gave up, as if it were delivered now, inside the caller's transaction.
   * @returns false if it was already consumed, in which case nothing happens.
   * @throws what its handler throws, or Error if there is no longer a handler for this type of event.
   */
  async replay(event: CloudEvent, tx: Transaction): Promise<boolean> {
    const binding = this.bindings.get(event.type);
    if (!binding)
      throw new Error(`${this.subscription.durable} no longer handles events of the type ${event.type}.`);
    if (!binding.isRepeatable) return (await this.handleNew([{ event, binding }], tx)) === 1;
    await this.handle([{ event, binding }], null);
    return true;
  }

  /** Returns how many events the stream still has for this consumer, including those in progress. */
  async countPending(): Promise<number> {
    const manager = await this.connection.nats.jetstreamManager({ checkAPI: false });
    const { num_pending, num_ack_pending } = await manager.consumers.info(STREAM, this.subscription.durable);
    return num_pending + num_ack_pending;
  }

  private enqueue(message: JsMsg): void {
    const event = readEvent(message);
    if (!event) {
      this.onError(new Error(`A message on ${message.subject} is no CloudEvent. It was skipped.`));
      return message.term();
    }
    const binding = this.bindings.get(event.type);
    if (!binding) return message.ack();
    const known = this.inHand.get(event.id);
    if (known) {
      known.message = message;
      return;
    }
    const arrival = { message, event, binding };
    this.inHand.set(event.id, arrival);
    const partition = this.partitions[partitionOf(entityOf(event), this.partitions.length)]!;
    partition.waiting.push(arrival);
    const isFull = partition.waiting.length === this.subscription.batchSize;
    if (isFull || this.urgentTypes.has(event.type)) this.linger.hurry();
    partition.work ??= this.work(partition);
  }

  private async work(partition: Partition): Promise<void> {
    const { batchSize = 1 } = this.subscription;
    while (partition.waiting.length > 0) {
      const batch = partition.waiting.splice(0, batchSize);
      await this.process(batch);
      if (batchSize > 1 && partition.waiting.length < batchSize) await this.linger.after(batch.length);
    }
    partition.work = null;
  }

  private async process(batch: Arrival[]): Promise<void> {
    const spans = startEventSpans(this.connection.name, this.subscription.durable);
    try {
      await this.consume(batch, spans);
      for (const arrival of batch) this.letGo(arrival).ack();
      spans?.end();
      this.metrics.noteHandled(batch);
    } catch (error) {
      spans?.end('failed');
      if (batch.length === 1) return this.giveBack(batch[0]!, error);
      // One of the events makes the transaction fail: bisecting isolates it, and the others still share transactions.
      const half = batch.length >> 1;
      await this.process(batch.slice(0, half));
      await this.process(batch.slice(half));
    }
  }

  private async consume(batch: Delivery[], spans: EventSpans | null): Promise<void> {
    const repeatable = batch.filter(({ binding }) => binding.isRepeatable);
    const others = batch.filter(({ binding }) => !binding.isRepeatable);
    if (others.length > 0) await this.transactions.run(null, async (tx) => this.handleNew(others, tx, spans));
    if (repeatable.length > 0) await this.handle(repeatable, null, spans);
  }

  /** @returns how many of the events were not consumed before. */
  private async handleNew(
    batch: Delivery[],
    tx: Transaction,
    spans: EventSpans | null = null,
  ): Promise<number> {
    const firstTime = await this.markConsumed(tx, batch);
    const count = firstTime.size;
    // An event that occurs twice in the batch is handled once.
    await this.handle(
      batch.filter(({ event }) => firstTime.delete(event.id)),
      tx,
      spans,
    );
    return count;
  }

  private async handle(
    batch: Delivery[],
    tx: Transaction | null,
    spans: EventSpans | null = null,
  ): Promise<void> {
    const groups = new Map<EventBinding, CloudEvent[]>();
    for (const { event, binding } of batch) {
      const traced = spans?.begin(event) ?? event;
      const group = groups.get(binding);
      if (group) group.push(traced);
      else groups.set(binding, [traced]);
    }
    // The same order in all transactions, to avoid a deadlock between one that locks messages first and one that locks
    // conversations first.
    for (const binding of this.subscription.bindings) {
      const events = groups.get(binding);
      if (events) await binding.handle(events, tx);
    }
  }

  /** @returns the ids of the events that were not consumed before. */
  private async markConsumed(tx: Transaction, batch: Delivery[]): Promise<Set<string>> {
    const rows: { event_id: string }[] = await tx.manager.query(
      `INSERT INTO ${this.schema}.inbox (consumer, event_id) SELECT $1, unnest($2::uuid[])
       ON CONFLICT DO NOTHING RETURNING event_id`,
      // The same order on all replicas, to avoid deadlocks.
      [this.subscription.durable, batch.map(({ event }) => event.id).sort()],
    );
    return new Set(rows.map((row) => row.event_id));
  }

  private async giveBack(arrival: Arrival, error: unknown): Promise<void> {
    const { event, binding } = arrival;
    await binding.salvage?.(event).catch((failure: unknown) => this.onError(failure, this.names(event)));
    await this.putBack(arrival, error);
  }

  /** Schedules another attempt; an event that still fails when its patience has expired becomes a dead letter. */
  private async putBack(arrival: Arrival, error: unknown): Promise<void> {
    const { message, event } = arrival;
    this.onError(error, this.names(event));
    this.metrics.noteFailed();
    const { deliveryCount: tries, timestampNanos } = message.info;
    const ageMs = Date.now() - timestampNanos / 1e6;
    const pauseMs = pauseAfterFailure({ ageMs, tries }, this.subscription.patienceMs);
    if (pauseMs !== null) return this.letGo(arrival).nak(pauseMs);
    try {
      await this.transactions.run(event, async (tx) => {
        await tx.manager.query(
          `INSERT INTO ${this.schema}.dead_letters (consumer, event_id, document, reason) VALUES ($1, $2, $3, $4)
           ON CONFLICT (consumer, event_id) DO NOTHING`,
          [this.subscription.durable, event.id, JSON.stringify(event), reasonOf(error)],
        );
      });
      this.onDeadLetter(this.names(event));
      this.metrics.noteDead();
      this.letGo(arrival).term();
    } catch (failure) {
      this.onError(failure, this.names(event));
      this.letGo(arrival).nak(30_000);
    }
  }

  private names(event: CloudEvent): DeadEvent {
    return { consumer: this.subscription.durable, ...namesOf(event) };
  }

  /**
   * Ends the work on an event.
   * @returns the latest delivery, which is to be answered.
   */
  private letGo({ event, message }: Arrival): JsMsg {
    this.inHand.delete(event.id);
    return message;
  }
}

/** Returns the event, or null if the message is not one of ours. */
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

function partitionOf(entity: string, partitions: number): number {
  let hash = 0;
  for (let index = 0; index < entity.length; index += 1) hash = (hash * 31 + entity.charCodeAt(index)) | 0;
  return Math.abs(hash) % partitions;
}
