import { setTimeout as delay } from 'node:timers/promises';
import type { Msg, NatsConnection, Subscription } from 'nats';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 4_000;

export interface StandingOptions {
  readonly queue?: string;
  readonly onMessage: (message: Msg) => void;
  /** Called when NATS refuses the subject, but not again while it stays refused. */
  readonly onRefusal?: () => void;
}

/**
 * A subscription that outlives a refusal. The client of NATS forgets a subscription that the server refuses. One with a
 * queue group that the server removes when its users are reloaded even looks open to the client, and gets nothing.
 */
export interface StandingSubscription {
  readonly isRefused: boolean;
  /** Stops taking messages and resolves when those received have been handed over. */
  drain(): Promise<void>;
}

/** The standing subscriptions of a connection: those that NATS refuses are tried again until it permits them. */
export class StandingSubscriptions {
  private readonly all = new Set<Standing>();
  private isRetrying = false;

  /**
   * @param refused contains the subjects that are refused at the moment.
   * @param onRefused called when a subject is refused, but not again while it stays refused.
   */
  constructor(
    private readonly nats: NatsConnection,
    private readonly refused: Set<string>,
    private readonly onRefused: (subject: string) => void,
  ) {}

  /** @throws NatsError if the connection is closed or drains. */
  add(subject: string, options: StandingOptions): StandingSubscription {
    const refuse = () => this.refuse(standing);
    const forget = () => {
      this.all.delete(standing);
      this.refused.delete(subject);
    };
    const standing = new Standing(this.nats, subject, options, refuse, forget);
    standing.open();
    this.all.add(standing);
    return standing;
  }

  /**
   * Notes that the server refused this subject, or removed the subscription to it.
   * @returns false if no standing subscription has the subject.
   */
  noteRefusal(subject: string): boolean {
    const affected = [...this.all].filter((standing) => standing.subject === subject);
    for (const standing of affected) this.refuse(standing);
    return affected.length > 0;
  }

  private refuse(standing: Standing): void {
    const isNew = !standing.isRefused;
    standing.close();
    this.refused.add(standing.subject);
    if (isNew) {
      this.onRefused(standing.subject);
      standing.options.onRefusal?.();
    }
    if (!this.isRetrying) void this.retry();
  }

  private async retry(): Promise<void> {
    this.isRetrying = true;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      await delay(pauseMs, undefined, { ref: false });
      const due = [...this.all].filter(({ isRefused }) => isRefused);
      if (due.length === 0 || this.nats.isClosed() || this.nats.isDraining()) break;
      due.forEach((standing) => standing.open());
      // The server has refused what it refuses before it answers the flush. Without an answer, nothing is known.
      const isAnswered = await this.nats.flush().then(
        () => true,
        () => false,
      );
      for (const standing of due) {
        if (isAnswered && standing.confirm()) this.refused.delete(standing.subject);
      }
    }
    this.isRetrying = false;
  }
}

class Standing implements StandingSubscription {
  isRefused = false;
  private current: Subscription | undefined;

  constructor(
    private readonly nats: NatsConnection,
    readonly subject: string,
    readonly options: StandingOptions,
    private readonly refuse: () => void,
    private readonly forget: () => void,
  ) {}

  /** Subscribes, unless it already has: the client repeats open subscriptions after a reconnect. */
  open(): void {
    if (this.current?.isClosed() === false) return;
    const { queue, onMessage } = this.options;
    this.current = this.nats.subscribe(this.subject, {
      ...(queue && { queue }),
      callback: (error, message) => (error ? this.refuse() : onMessage(message)),
    });
  }

  close(): void {
    this.isRefused = true;
    this.current?.unsubscribe();
  }

  /** To be called when the server has processed the subscription. @returns whether it stands. */
  confirm(): boolean {
    if (this.current?.isClosed() !== false) return false;
    this.isRefused = false;
    return true;
  }

  async drain(): Promise<void> {
    this.forget();
    if (this.current?.isClosed() === false) await this.current.drain();
  }
}
