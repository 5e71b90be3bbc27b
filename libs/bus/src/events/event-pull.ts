import { setTimeout as delay } from 'node:timers/promises';
import { AckPolicy, DeliverPolicy, nanos, NatsError, type ConsumerMessages, type JsMsg } from 'nats';
import type { BusConnection } from '../connection';
import { STREAM } from '../subjects';
import { ensureStream } from './stream';

/**
 * After this long NATS redelivers the events that a crashed process had in progress. A redelivery of an event that is
 * still in progress has no effect.
 */
const ACK_WAIT_MS = 10_000;
const MAX_IN_HAND = 256;
const RESTART_DELAY_MS = 500;
/** After repeated refusals by NATS, which last until an operator corrects the users. */
const LONGEST_RESTART_DELAY_MS = 4_000;

/** The name of a durable consumer on the stream, and its filter. */
export interface Durable {
  readonly durable: string;
  readonly subject: string;
}

/** Pulls the events of a durable consumer, which it creates again if it is gone, until it is stopped. */
export class EventPull {
  private isStopping = false;
  private messages: ConsumerMessages | null = null;
  private loop: Promise<void> = Promise.resolve();
  private readonly pullSubject: string;
  private readonly report: (refused: string | null) => void;
  /** The subject by which NATS keeps events from this process at the moment. */
  private refused: string | null = null;

  constructor(
    private readonly connection: BusConnection,
    private readonly durable: Durable,
    private readonly onMessage: (message: JsMsg) => void,
    private readonly onError: (error: unknown) => void,
  ) {
    this.pullSubject = `$JS.API.CONSUMER.MSG.NEXT.${STREAM}.${durable.durable}`;
    this.report = connection.watchPulls(this.pullSubject, () => this.onRefusedPull());
  }

  start(): void {
    this.loop = this.run();
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    this.messages?.stop();
    await this.loop;
  }

  private async run(): Promise<void> {
    for (let pauseMs = RESTART_DELAY_MS; !this.isStopping;) {
      try {
        this.messages = await this.open();
        for await (const message of this.messages) this.onMessage(message);
      } catch (error) {
        const refused = refusedSubjectOf(error);
        // The connection has reported it.
        if (refused !== null) this.noteRefused(refused);
        else if (!this.isStopping) this.onError(error);
      }
      this.messages = null;
      pauseMs = this.refused === null ? RESTART_DELAY_MS : Math.min(2 * pauseMs, LONGEST_RESTART_DELAY_MS);
      if (!this.isStopping) await delay(pauseMs);
    }
  }

  private async open(): Promise<ConsumerMessages> {
    const { nats, stream } = this.connection;
    const manager = await nats.jetstreamManager();
    await ensureStream(manager, stream);
    await manager.consumers.add(STREAM, {
      durable_name: this.durable.durable,
      filter_subject: this.durable.subject,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      ack_wait: nanos(ACK_WAIT_MS),
      max_ack_pending: MAX_IN_HAND,
    });
    const consumer = await nats.jetstream().consumers.get(STREAM, this.durable.durable);
    const messages = await consumer.consume({ max_messages: 200, idle_heartbeat: 2_000, expires: 10_000 });
    void this.watch(messages);
    if (this.isStopping) messages.stop();
    return messages;
  }

  /** Ends the iteration when the consumer or its stream is gone, so that `run` recreates them. */
  private async watch(messages: ConsumerMessages): Promise<void> {
    for await (const status of await messages.status()) {
      const type = String(status.type);
      // If the connection breaks meanwhile, another pull follows.
      if (type === 'next' && this.refused !== null) this.confirm(messages).catch(() => undefined);
      const isGone = ['consumer_deleted', 'consumer_not_found', 'stream_not_found', 'no_responders'].includes(
        type,
      );
      const isSilent = type === 'heartbeats_missed' && this.connection.isConnected;
      if (isGone || isSilent) messages.stop();
    }
  }

  private onRefusedPull(): void {
    this.noteRefused(this.pullSubject);
    this.messages?.stop();
    this.messages = null;
  }

  /** To be called after a pull: once the server has processed it without a refusal, events arrive again. */
  private async confirm(messages: ConsumerMessages): Promise<void> {
    await this.connection.settle();
    if (this.messages === messages) this.noteRefused(null);
  }

  private noteRefused(subject: string | null): void {
    this.refused = subject;
    this.report(subject);
  }
}

/** Returns the subject that NATS does not permit, if that is the error. */
function refusedSubjectOf(error: unknown): string | null {
  return (error instanceof NatsError && error.permissionContext?.subject) || null;
}
