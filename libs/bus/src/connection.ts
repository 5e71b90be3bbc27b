import { setImmediate } from 'node:timers/promises';
import { connect, ErrorCode, Events, NatsError, type Msg, type NatsConnection, type Status } from 'nats';
import { connectOptions, type BusAccess } from './access/bus-access';
import type { StreamSettings } from './events/stream';
import { ReplyInbox, type OutgoingRequest } from './rpc/reply-inbox';
import {
  StandingSubscriptions,
  type StandingOptions,
  type StandingSubscription,
} from './standing-subscriptions';
import { inboxPrefix } from './subjects';

/** The largest message that services exchange: a full page of a list can exceed the server's default of 1 MiB. */
const REQUIRED_MAX_PAYLOAD_BYTES = 8 * 1024 * 1024;

/** How long a refusal of the same subject is not reported again. */
const REPORT_AGAIN_MS = 60_000;

/** A process's connection to NATS, which reconnects as long as the process lives. */
export class BusConnection {
  private readonly refused = new Set<string>();
  private readonly subscriptions: StandingSubscriptions;
  private readonly replies: ReplyInbox;
  private readonly pulls = new Map<string, () => void>();
  /** The refusals reported since then. */
  private readonly reported = { since: 0, texts: new Set<string>() };
  private isUp = true;

  private constructor(
    readonly nats: NatsConnection,
    /** The stream of events, if this process has to create it. */
    readonly stream: StreamSettings,
    /** The name of the service or of another program. */
    readonly name: string,
    private readonly onError: (error: Error) => void,
  ) {
    this.subscriptions = new StandingSubscriptions(nats, this.refused, (subject) =>
      onError(new Error(notPermitted('subscription', subject))),
    );
    this.replies = new ReplyInbox(nats, this.subscriptions, inboxPrefix(name));
  }

  /**
   * Connects. Replies arrive in inboxes below `_INBOX_<name>`, to which other users may not subscribe.
   * @param onError called when the server later refuses a subject that the user may not use, or its credentials.
   * @throws Error if the server cannot be reached within 10 s, refuses the credentials, or its `max_payload` is too
   * small.
   */
  static async open(
    access: BusAccess,
    name: string,
    onError: (error: Error) => void = () => undefined,
  ): Promise<BusConnection> {
    const nats = await connect({
      ...connectOptions(access),
      name,
      inboxPrefix: inboxPrefix(name),
      maxReconnectAttempts: -1,
      reconnectTimeWait: 250,
      reconnectJitter: 250,
      // Otherwise two refusals in a row, as while a server's users are being changed, would close the connection for
      // good.
      ignoreAuthErrorAbort: true,
      pingInterval: 5_000,
      maxPingOut: 2,
      timeout: 10_000,
      // Otherwise every request pays for an error with a stack trace that is never read.
      noAsyncTraces: true,
    }).catch((error: unknown) => {
      throw new Error(whyNotConnected(error), { cause: error });
    });
    const maxPayload = nats.info?.max_payload ?? 0;
    if (maxPayload < REQUIRED_MAX_PAYLOAD_BYTES) {
      await nats.close();
      throw new Error(
        `The NATS server at NATS_URL takes messages of ${maxPayload} bytes. Set its max_payload to ${REQUIRED_MAX_PAYLOAD_BYTES} or more.`,
      );
    }
    const { streamReplicas: replicas = 1, streamMaxBytes: maxBytes } = access;
    const connection = new BusConnection(nats, { replicas, maxBytes }, name, onError);
    void connection.watch();
    return connection;
  }

  /** False while the connection is lost: a request made now would not be delivered. */
  get isConnected(): boolean {
    return this.isUp && !this.nats.isClosed();
  }

  /** The subjects of which NATS delivers nothing to this process, because it refuses them. They are tried again. */
  get refusedSubjects(): string[] {
    return [...this.refused].sort();
  }

  /** Subscribes, and again after a refusal by NATS, until NATS permits it. */
  subscribe(subject: string, options: StandingOptions): StandingSubscription {
    return this.subscriptions.add(subject, options);
  }

  /**
   * For messages that are pulled: the puller itself tries again after a refusal.
   * @param onRefused called when NATS refuses a pull.
   * @returns how to report the subject that NATS refuses at the moment, or null.
   */
  watchPulls(subject: string, onRefused: () => void): (refused: string | null) => void {
    this.pulls.set(subject, onRefused);
    let reported: string | null = null;
    return (refused) => {
      if (reported !== null) this.refused.delete(reported);
      if (refused !== null) this.refused.add(refused);
      reported = refused;
    };
  }

  /** Resolves when the server has processed everything sent so far, and its refusals have been noted. */
  async settle(): Promise<void> {
    await this.nats.flush();
    await setImmediate();
  }

  /**
   * Sends a request.
   * @throws NatsError with one of the codes listed in `silence.rules.ts`, or AppError `service_unavailable` if it could
   * not be answered and was not sent.
   */
  request(request: OutgoingRequest): Promise<Msg> {
    return this.replies.request(request);
  }

  /** Fails the requests that wait for an answer and change nothing, and all later ones of that kind. */
  abandonReads(): void {
    this.replies.abandonReads();
  }

  /** Returns the subjects of the requests that wait for an answer. */
  unanswered(): string[] {
    return this.replies.unanswered();
  }

  /** Lets running requests and subscriptions finish, then closes. Does not wait for a server that is gone. */
  async drain(): Promise<void> {
    if (this.nats.isClosed() || this.nats.isDraining()) return;
    if (this.isConnected) await this.nats.drain();
    // Without a server a drain would wait for a reconnect, and a drain that loses its server does not close the
    // connection.
    if (!this.nats.isClosed()) await this.nats.close();
  }

  private async watch(): Promise<void> {
    for await (const status of this.nats.status()) {
      if (status.type === Events.Disconnect) this.isUp = false;
      if (status.type === Events.Reconnect) this.isUp = true;
      if (status.type === Events.Error) this.onRefusal(status);
    }
  }

  private onRefusal({ data, permissionContext }: Status): void {
    if (!permissionContext) return this.reportOnce(credentialsRefused(data));
    const { operation, subject } = permissionContext;
    if (operation === 'subscription' && this.subscriptions.noteRefusal(subject)) return;
    const error = new NatsError(notPermitted(operation, subject), ErrorCode.PermissionsViolation);
    error.permissionContext = permissionContext;
    if (operation === 'publish') {
      this.replies.deny(subject, error);
      this.pulls.get(subject)?.();
    }
    this.reportOnce(error.message);
  }

  /** What is refused is tried again and again, such as each event in the outbox. */
  private reportOnce(refusal: string): void {
    const { reported } = this;
    if (performance.now() - reported.since > REPORT_AGAIN_MS) {
      reported.since = performance.now();
      reported.texts.clear();
    }
    if (reported.texts.has(refusal)) return;
    reported.texts.add(refusal);
    this.onError(new Error(refusal));
  }
}

const refusedCredentials: readonly string[] = [
  ErrorCode.AuthorizationViolation,
  ErrorCode.AuthenticationExpired,
  ErrorCode.AuthenticationTimeout,
  ErrorCode.AccountExpired,
];

const CHECK_CREDENTIALS =
  'Check NATS_USER and NATS_PASSWORD, or whichever credentials are set (NATS_TOKEN, NATS_NKEY_SEED, NATS_CREDENTIALS, NATS_URL).';

function whyNotConnected(error: unknown): string {
  const code = String((error as { code?: unknown }).code ?? error);
  if (refusedCredentials.includes(code))
    return `NATS refused the credentials (${code}). ${CHECK_CREDENTIALS}`;
  if (error instanceof NatsError && error.message === 'tls') {
    return 'The NATS server offers no TLS. Set it up there, or use nats:// in NATS_URL and no NATS_TLS_ settings.';
  }
  if (/CERT|SIGNATURE|SSL|TLS/.test(code)) {
    return `No TLS connection to NATS could be made (${code}). Check NATS_TLS_CA, NATS_TLS_CERT, NATS_TLS_KEY and the host in NATS_URL.`;
  }
  return `NATS could not be reached (${code}). Check NATS_URL.`;
}

function notPermitted(operation: string, subject: string): string {
  const verb = operation === 'publish' ? 'publish to' : 'subscribe to';
  return `NATS does not let this user ${verb} "${subject}".`;
}

function credentialsRefused(data: Status['data']): string {
  const code = typeof data === 'string' ? data : 'unknown';
  return refusedCredentials.includes(code)
    ? `NATS refused the credentials (${code}). ${CHECK_CREDENTIALS}`
    : `NATS reports an error: ${code}.`;
}
