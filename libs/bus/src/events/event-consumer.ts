import { setTimeout as delay } from 'node:timers/promises';
import { AckPolicy, DeliverPolicy, nanos, type ConsumerMessages, type JsMsg } from 'nats';
import type { CloudEvent, EventType } from '@chat/contracts';
import type { BusConnection } from '../connection';
import { ensureStream, STREAM } from './stream';
import type { Transaction, Transactions } from './transactions';

const ACK_WAIT_MS = 30_000;
const DEFAULT_MAX_ATTEMPTS = 10;
const RESTART_DELAY_MS = 500;
const LANES = 8;

export type EventHandler<T extends object = object> = (
  event: CloudEvent<T>,
  tx: Transaction,
) => Promise<void>;

/** Binds a handler to one event type. */
export interface EventBinding {
  type: string;
  handle: EventHandler;
}

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
  /** How often an event is tried before it goes to the dead letters; 10 if absent. */
  maxAttempts?: number;
}

/**
 * Consumes events exactly once in effect: the handler's changes and the inbox row that marks the event as consumed
 * commit together, and only then is it acknowledged. Events of one entity are handled in order, others side by side.
 */
export class EventConsumer {
  private stopping = false;
  private messages: ConsumerMessages | null = null;
  private loop: Promise<void> = Promise.resolve();
  private readonly lanes: Promise<void>[] = Array.from({ length: LANES }, () => Promise.resolve());
  private readonly handlers: Map<string, EventHandler>;

  constructor(
    private readonly connection: BusConnection,
    private readonly transactions: Transactions,
    private readonly schema: string,
    private readonly subscription: Subscription,
    private readonly onError: (error: unknown, eventId?: string) => void,
  ) {
    this.handlers = new Map(subscription.bindings.map(({ type, handle }) => [type, handle]));
  }

  start(): void {
    this.loop = this.run();
  }

  /** Takes no further event and waits for those under way. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.messages?.stop();
    await this.loop;
    await Promise.all(this.lanes);
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      try {
        this.messages = await this.open();
        for await (const message of this.messages) this.enqueue(message);
      } catch (error) {
        if (!this.stopping) this.onError(error);
      }
      if (!this.stopping) await delay(RESTART_DELAY_MS);
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
      max_ack_pending: 1_000,
    });
    const consumer = await nats.jetstream().consumers.get(STREAM, this.subscription.durable);
    const messages = await consumer.consume({ max_messages: 200, idle_heartbeat: 2_000, expires: 10_000 });
    void this.watch(messages);
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
    const event = message.json<CloudEvent>();
    const handle = this.handlers.get(event.type);
    if (!handle) return message.ack();
    const lane = laneOf(`${event.accountid}/${event.subject}`);
    this.lanes[lane] = this.lanes[lane]!.then(() => this.process(message, event, handle));
  }

  private async process(message: JsMsg, event: CloudEvent, handle: EventHandler): Promise<void> {
    try {
      await this.transactions.run(async (tx) => {
        if (await this.isFirstTime(tx, event)) await handle(event, tx);
      });
      message.ack();
    } catch (error) {
      this.onError(error, event.id);
      await this.putBack(message, event, error);
    }
  }

  private async isFirstTime(tx: Transaction, event: CloudEvent): Promise<boolean> {
    const rows: unknown[] = await tx.manager.query(
      `INSERT INTO ${this.schema}.inbox (consumer, event_id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING event_id`,
      [this.subscription.durable, event.id],
    );
    return rows.length > 0;
  }

  /** Another try later; after the last one the event goes to the dead letters, where the admin tool shows it. */
  private async putBack(message: JsMsg, event: CloudEvent, error: unknown): Promise<void> {
    const attempts = message.info.deliveryCount;
    if (attempts < (this.subscription.maxAttempts ?? DEFAULT_MAX_ATTEMPTS))
      return message.nak(Math.min(30_000, 250 * 2 ** attempts));
    try {
      await this.transactions.run(async (tx) => {
        await tx.manager.query(
          `INSERT INTO ${this.schema}.dead_letters (consumer, event_id, document, reason) VALUES ($1, $2, $3, $4)
           ON CONFLICT (consumer, event_id) DO NOTHING`,
          [this.subscription.durable, event.id, JSON.stringify(event), String(error)],
        );
      });
      message.term();
    } catch (failure) {
      this.onError(failure, event.id);
      message.nak(30_000);
    }
  }
}

function laneOf(key: string): number {
  let hash = 0;
  for (let index = 0; index < key.length; index += 1) hash = (hash * 31 + key.charCodeAt(index)) | 0;
  return Math.abs(hash) % LANES;
}
