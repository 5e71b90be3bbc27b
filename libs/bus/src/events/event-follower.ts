import { setTimeout as delay } from 'node:timers/promises';
import {
  AckPolicy,
  createInbox,
  DeliverPolicy,
  nanos,
  type ConsumerConfig,
  type JetStreamManager,
  type Msg,
} from 'nats';
import type { BusConnection } from '../connection';
import { inboxPrefix, STREAM } from '../subjects';
import { ensureStream } from './stream';
import { readDelivery, StreamOrder, type StreamPlace } from './stream-order';

const HEARTBEAT_MS = 2_000;
/** After this silence the consumer is gone, perhaps with the server that kept it. */
const SILENCE_MS = 3 * HEARTBEAT_MS;
const CHECK_MS = 200;
const RESTART_DELAY_MS = 250;
const JETSTREAM_TIMEOUT_MS = 5_000;
/** The status of heartbeats and of requests of the flow control. */
const CONTROL = 100;

export interface Following {
  /** One subject filter. */
  readonly subject: string;
  /** How long ago the first message was stored, in milliseconds. */
  readonly backMs: number;
  /**
   * Called before the first message, and again if the stream was replaced or lost its end: places of before mean nothing
   * from then on.
   * @param incarnation names this stream, in all processes alike.
   * @param fromMs all messages that were stored since then follow.
   */
  readonly onBegin: (incarnation: string, fromMs: number) => void;
  /** @param data is valid during the call only. */
  readonly onMessage: (place: StreamPlace, data: Uint8Array) => void;
  /** Called whenever the consumer stands: notices that came in the meantime are lost. */
  readonly onOpen: () => void;
  readonly onError: (error: unknown) => void;
}

/** One consumer at work. */
interface Turn {
  readonly order: StreamOrder;
  readonly end: () => void;
}

/**
 * Reads events in the order of the stream, each once, for this process alone; what it missed, it reads later. Nothing is
 * acknowledged, and consumers of others are not affected.
 */
export class EventFollower {
  private isStopping = false;
  private loop: Promise<void> = Promise.resolve();
  private endTurn: () => void = () => undefined;
  private incarnation: string | null = null;
  private last: StreamPlace | null = null;
  private fromMs = 0;
  private isAhead = false;
  private heardAtMs = 0;
  private idleAtMs = 0;

  constructor(
    private readonly connection: BusConnection,
    private readonly following: Following,
  ) {}

  start(): void {
    this.loop = this.run();
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    this.endTurn();
    await this.loop;
  }

  /** Whether it has read what the stream contained when it was last opened. */
  get hasCaughtUp(): boolean {
    return this.isAhead;
  }

  /** It has read all that was stored until then, by the clock of this process, in epoch milliseconds; 0: unknown. */
  get idleMs(): number {
    return this.idleAtMs;
  }

  private async run(): Promise<void> {
    while (!this.isStopping) {
      try {
        if (this.connection.isConnected) await this.follow();
      } catch (error) {
        if (!this.isStopping && this.connection.isConnected) this.following.onError(error);
      }
      if (!this.isStopping) await delay(RESTART_DELAY_MS);
    }
  }

  /** Resolves when the consumer has to be replaced. */
  private async follow(): Promise<void> {
    const { nats, stream, name } = this.connection;
    const manager = await nats.jetstreamManager({ checkAPI: false, timeout: JETSTREAM_TIMEOUT_MS });
    await ensureStream(manager, stream);
    const { created, state } = await manager.streams.info(STREAM);
    this.begin(String(created), state.last_seq);
    const inbox = createInbox(inboxPrefix(name));
    let end: () => void = () => undefined;
    const hasEnded = new Promise<void>((resolve) => (end = resolve));
    this.endTurn = end;
    const turn: Turn = { order: new StreamOrder(this.last), end };
    this.heardAtMs = Date.now();
    const subscription = nats.subscribe(inbox, {
      callback: (error, message) => (error ? end() : this.receive(message, turn)),
    });
    try {
      const openedAtMs = Date.now();
      const made = await consume(manager, this.configOf(inbox));
      if (this.isStopping) return;
      this.following.onOpen();
      const checks = setInterval(() => this.check(turn, made, openedAtMs), CHECK_MS);
      await hasEnded.finally(() => clearInterval(checks));
    } finally {
      subscription.unsubscribe();
    }
  }

  private begin(incarnation: string, lastSequence: number): void {
    const isKnown = this.incarnation === incarnation && lastSequence >= (this.last?.sequence ?? 0);
    if (isKnown) return;
    this.incarnation = incarnation;
    this.last = null;
    this.isAhead = false;
    this.fromMs = Date.now() - this.following.backMs;
    this.following.onBegin(incarnation, this.fromMs);
  }

  private configOf(inbox: string): Partial<ConsumerConfig> {
    return {
      ack_policy: AckPolicy.None,
      ...(this.last
        ? { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: this.last.sequence }
        : {
            deliver_policy: DeliverPolicy.StartTime,
            opt_start_time: new Date(this.fromMs).toISOString(),
          }),
      filter_subject: this.following.subject,
      deliver_subject: inbox,
      // Otherwise the server sends faster than this process reads, and closes a connection that everything else shares.
      flow_control: true,
      idle_heartbeat: nanos(HEARTBEAT_MS),
      max_deliver: 1,
      mem_storage: true,
      num_replicas: 1,
    };
  }

  private receive(message: Msg, turn: Turn): void {
    this.heardAtMs = Date.now();
    if (message.headers?.code === CONTROL) return this.answer(message, turn);
    const { place, number } = readDelivery(message.reply!);
    switch (turn.order.judge(place, number)) {
      case 'next':
        this.last = place;
        return this.following.onMessage(place, message.data);
      case 'known':
        return;
      case 'loss':
        this.incarnation = null;
        return turn.end();
      case 'gap':
        return turn.end();
    }
  }

  /** Heartbeats tell what was delivered so far; the server waits until the flow control is answered. */
  private answer(message: Msg, { order, end }: Turn): void {
    const headers = message.headers!;
    const stalled = headers.get('Nats-Consumer-Stalled');
    if (stalled) this.connection.nats.publish(stalled);
    else if (message.reply) message.respond();
    const delivered = headers.get('Nats-Last-Consumer');
    if (!delivered) return;
    if (order.hasRead(Number(delivered))) this.idleAtMs = Date.now();
    else end();
  }

  private check({ order, end }: Turn, made: number, openedAtMs: number): void {
    this.isAhead = order.hasRead(made);
    if (this.isAhead) this.idleAtMs = Math.max(this.idleAtMs, openedAtMs);
    if (!this.connection.isConnected || Date.now() - this.heardAtMs > SILENCE_MS) end();
  }
}

/** Creates the consumer. @returns how many messages there are for it at that moment. */
async function consume(manager: JetStreamManager, config: Partial<ConsumerConfig>): Promise<number> {
  const { delivered, num_pending } = await manager.consumers.add(STREAM, config);
  return delivered.consumer_seq + num_pending;
}
