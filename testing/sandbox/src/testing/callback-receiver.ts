import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { until } from '@chat/test-kit';

/** A received callback, as bytes. */
export interface ReceivedCallback {
  raw: Buffer;
  signature: string;
  contentType: string;
  /** Whether the signature matches the raw bytes. */
  isSigned: boolean;
}

/** One change of a callback. */
export interface ReceivedChange {
  accountId: string;
  time: number | undefined;
  field: string;
  value: Record<string, unknown>;
}

interface Body {
  entry: { id: string; time?: number; changes: { field: string; value: Record<string, unknown> }[] }[];
}

/** A callback endpoint of a business on loopback: it answers the verification and keeps every body. */
export class CallbackReceiver {
  readonly received: ReceivedCallback[] = [];
  readonly verifications: URLSearchParams[] = [];
  /** Returns the status of each answer. */
  answer: () => number = () => 200;
  /** The verify token that it accepts. */
  verifyToken = 'sandbox-verify-token';
  appSecret = 'sandbox-app-secret';

  private constructor(private readonly server: Server) {}

  static async start(): Promise<CallbackReceiver> {
    // Prevents clients from using a connection that was just closed for being idle.
    const server = createServer({ keepAliveTimeout: 0 });
    const receiver = new CallbackReceiver(server);
    server.on('request', (request, response) => {
      receiver.take(request, response).catch(() => response.destroy());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/callbacks`;
  }

  /** All changes, in order of arrival. */
  get changes(): ReceivedChange[] {
    return this.received.flatMap(({ raw }) =>
      (JSON.parse(raw.toString()) as Body).entry.flatMap(({ id, time, changes }) =>
        changes.map(({ field, value }) => ({ accountId: id, time, field, value })),
      ),
    );
  }

  /** All entries of a member of a field, such as the `statuses` of `messages`. */
  reported(field: string, member: string): Record<string, unknown>[] {
    return this.changes
      .filter((change) => change.field === field)
      .flatMap(({ value }) => (value[member] ?? []) as Record<string, unknown>[]);
  }

  /** Returns the first change, past or future, that satisfies the condition. */
  async waitFor(condition: (change: ReceivedChange) => boolean, describe: string): Promise<ReceivedChange> {
    return until(() => this.changes.find(condition), { describe });
  }

  /** Returns the status of a message, past or future. */
  async status(wamid: string, status: string): Promise<Record<string, unknown>> {
    return until(
      () =>
        this.reported('messages', 'statuses').find(
          (each) => each['id'] === wamid && each['status'] === status,
        ),
      { describe: `the status ${status} of ${wamid}` },
    );
  }

  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET') return this.verify(request, response);
    const raw = await buffer(request);
    const signature = String(request.headers['x-hub-signature-256']);
    const expected = `sha256=${createHmac('sha256', this.appSecret).update(raw).digest('hex')}`;
    const status = this.answer();
    if (status === 200) {
      this.received.push({
        raw,
        signature,
        contentType: String(request.headers['content-type']),
        isSigned: signature === expected,
      });
    }
    response.writeHead(status).end();
  }

  private verify(request: IncomingMessage, response: ServerResponse): void {
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
    this.verifications.push(searchParams);
    if (searchParams.get('hub.verify_token') !== this.verifyToken) {
      response.writeHead(403).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'text/plain' }).end(searchParams.get('hub.challenge'));
  }
}
