import { createInbox, ErrorCode, NatsError, type Msg, type MsgHdrs, type NatsConnection } from 'nats';
import { AppError } from '@chat/errors';
import type { StandingSubscription, StandingSubscriptions } from '../standing-subscriptions';

/** A request to be sent. */
export interface OutgoingRequest {
  readonly subject: string;
  readonly payload: string;
  readonly headers: MsgHdrs;
  readonly timeoutMs: number;
  /** Whether it changes nothing, so that it may be abandoned; false if absent. */
  readonly isRead?: boolean;
}

interface Waiting {
  readonly subject: string;
  readonly isRead: boolean;
  readonly timer: NodeJS.Timeout;
  readonly resolve: (reply: Msg) => void;
  readonly reject: (error: NatsError) => void;
}

/** The status of the empty reply that the server itself sends if nobody listens. */
const NO_RESPONDERS = 503;

/**
 * Sends requests whose replies arrive on one shared subscription. It works like `request` of the NATS client and fails
 * with the same errors, but creates an error only for a request that fails: the client creates one, with its stack, for
 * every request.
 */
export class ReplyInbox {
  private readonly waiting = new Map<string, Waiting>();
  private readonly subject: string;
  private subscription: StandingSubscription | undefined;
  private count = 0;
  private hasAbandonedReads = false;

  /** @param prefix of the subjects that the NATS user may subscribe to. */
  constructor(
    private readonly nats: NatsConnection,
    private readonly subscriptions: StandingSubscriptions,
    prefix: string,
  ) {
    this.subject = createInbox(prefix);
    void nats.closed().then(() => this.rejectAll(errorOf(ErrorCode.Cancelled)));
  }

  /**
   * @throws NatsError with one of the codes listed in `silence.rules.ts`; AppError `service_unavailable` while NATS
   * refuses the subscription to replies, in which case nothing is sent.
   */
  request({ subject, payload, headers, timeoutMs, isRead = false }: OutgoingRequest): Promise<Msg> {
    if (isRead && this.hasAbandonedReads) return Promise.reject(errorOf(ErrorCode.ConnectionDraining));
    return new Promise((resolve, reject) => {
      if (this.open().isRefused) throw repliesRefused();
      const reply = `${this.subject}.${(this.count += 1)}`;
      this.nats.publish(subject, payload, { reply, headers });
      const timer = setTimeout(() => this.end(reply)?.reject(errorOf(ErrorCode.Timeout)), timeoutMs);
      this.waiting.set(reply, { subject, isRead, timer, resolve, reject });
    });
  }

  /**
   * Rejects the oldest request waiting on this subject: the server refused a message to it, so the request was never
   * delivered.
   */
  deny(subject: string, error: NatsError): void {
    const [reply] = [...this.waiting].find(([, waiting]) => waiting.subject === subject) ?? [];
    if (reply !== undefined) this.end(reply)?.reject(error);
  }

  /** Rejects the reads that wait for a reply, and all later ones. */
  abandonReads(): void {
    this.hasAbandonedReads = true;
    for (const [reply, { isRead }] of this.waiting) {
      if (isRead) this.end(reply)?.reject(errorOf(ErrorCode.Cancelled));
    }
  }

  /** Returns the subjects of the requests that wait for a reply. */
  unanswered(): string[] {
    return [...this.waiting.values()].map(({ subject }) => subject);
  }

  /** Subscribes before the first request. While the connection drains, its subscriptions receive nothing more. */
  private open(): StandingSubscription {
    if (this.nats.isClosed()) throw errorOf(ErrorCode.ConnectionClosed);
    if (this.nats.isDraining()) throw errorOf(ErrorCode.ConnectionDraining);
    return (this.subscription ??= this.subscriptions.add(`${this.subject}.*`, {
      onMessage: (message) => this.settle(message),
      onRefusal: () => this.rejectAll(this.refusal()),
    }));
  }

  /** For requests that were sent: their replies are lost. */
  private refusal(): NatsError {
    const error = errorOf(ErrorCode.PermissionsViolation);
    error.permissionContext = { operation: 'subscription', subject: `${this.subject}.*`, queue: undefined };
    return error;
  }

  private settle(message: Msg): void {
    const waiting = this.end(message.subject);
    if (!waiting) return;
    const isUnheard = message.data.length === 0 && message.headers?.code === NO_RESPONDERS;
    if (isUnheard) waiting.reject(errorOf(ErrorCode.NoResponders));
    else waiting.resolve(message);
  }

  private rejectAll(error: NatsError): void {
    for (const reply of this.waiting.keys()) this.end(reply)?.reject(error);
  }

  /** Removes and returns the request that waits for this reply; undefined if it has already ended. */
  private end(reply: string): Waiting | undefined {
    const waiting = this.waiting.get(reply);
    clearTimeout(waiting?.timer);
    this.waiting.delete(reply);
    return waiting;
  }
}

function errorOf(code: ErrorCode): NatsError {
  return NatsError.errorForCode(code);
}

function repliesRefused(): AppError {
  const cause = new Error('NATS does not let this user receive replies.');
  return new AppError('service_unavailable', {}, { cause });
}
