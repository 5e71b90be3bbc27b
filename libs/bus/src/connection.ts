import { connect, ErrorCode, Events, NatsError, type Msg, type NatsConnection, type Status } from 'nats';
import { connectOptions, type BusAccess } from './access/bus-access';
import type { StreamSettings } from './events/stream';
import { ReplyInbox, type OutgoingRequest } from './rpc/reply-inbox';
import { inboxPrefix } from './subjects';

/** The largest message that services exchange: a full page of a list can exceed the server's default of 1 MiB. */
const REQUIRED_MAX_PAYLOAD_BYTES = 8 * 1024 * 1024;

/** A process's connection to NATS, which reconnects as long as the process lives. */
export class BusConnection {
  private readonly replies: ReplyInbox;
  private isUp = true;

  private constructor(
    readonly nats: NatsConnection,
    /** The stream of events, if this process has to create it. */
    readonly stream: StreamSettings,
    /** The name of the service or of another program. */
    readonly name: string,
    private readonly onError: (error: Error) => void,
  ) {
    this.replies = new ReplyInbox(nats, inboxPrefix(name));
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

  /**
   * Sends a request.
   * @throws NatsError with one of the codes listed in `silence.rules.ts`.
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

  private onRefusal(status: Status): void {
    const { permissionContext } = status;
    const refusal = refusalOf(status);
    if (permissionContext?.operation === 'publish') {
      const error = new NatsError(refusal, ErrorCode.PermissionsViolation);
      error.permissionContext = permissionContext;
      this.replies.deny(permissionContext.subject, error);
    }
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

function refusalOf({ data, permissionContext }: Status): string {
  if (permissionContext) {
    const verb = permissionContext.operation === 'publish' ? 'publish to' : 'subscribe to';
    return `NATS does not let this user ${verb} "${permissionContext.subject}".`;
  }
  const code = typeof data === 'string' ? data : 'unknown';
  return refusedCredentials.includes(code)
    ? `NATS refused the credentials (${code}). ${CHECK_CREDENTIALS}`
    : `NATS reports an error: ${code}.`;
}
