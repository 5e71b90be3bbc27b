import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { until } from './until';

/** One attempt that reached the receiver. */
export interface ReceivedWebhook<T = Record<string, unknown>> {
  /** The `webhook-id`: the same on every attempt of one event. */
  id: string;
  type: string;
  timestamp: string;
  data: T;
  /** Whether the signature is right for the secret, by a library that we did not write. */
  verified: boolean;
  /** The status that the receiver answered. */
  answered: number;
  receivedAt: number;
}

/** A customer's webhook endpoint on loopback. It keeps everything, in the order of arrival. */
export class WebhookReceiver {
  readonly received: ReceivedWebhook[] = [];
  private readonly statuses: number[] = [];
  private verifier: Webhook | undefined;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<WebhookReceiver> {
    const server = createServer();
    const receiver = new WebhookReceiver(server);
    server.on(
      'request',
      (request, response) => void receiver.answer(request, response).catch(() => response.destroy()),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  /** Verifies what comes from now on with this `whsec_…`; without a secret nothing is verified. */
  trust(secret: string): void {
    this.verifier = new Webhook(secret);
  }

  /** Answers the next attempts with these statuses, then 200 again. */
  answerNext(...statuses: number[]): void {
    this.statuses.push(...statuses);
  }

  /** What arrived of one type. */
  ofType<T = Record<string, unknown>>(type: string): ReceivedWebhook<T>[] {
    return this.received.filter((webhook) => webhook.type === type) as ReceivedWebhook<T>[];
  }

  /** The first webhook of that type, arrived or to come, that also satisfies the condition. */
  async waitFor<T = Record<string, unknown>>(
    type: string,
    condition: (webhook: ReceivedWebhook<T>) => boolean = () => true,
    timeoutMs?: number,
  ): Promise<ReceivedWebhook<T>> {
    return until(() => this.ofType<T>(type).find(condition), { timeoutMs, describe: `a webhook ${type}` });
  }

  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const headers = request.headers as Record<string, string>;
    const event = JSON.parse(body.toString('utf8')) as Pick<ReceivedWebhook, 'type' | 'timestamp' | 'data'>;
    const answered = this.statuses.shift() ?? 200;
    this.received.push({
      ...event,
      id: headers['webhook-id'] ?? '',
      verified: this.isVerified(body, headers),
      answered,
      receivedAt: Date.now(),
    });
    response.writeHead(answered).end();
  }

  private isVerified(body: Buffer, headers: Record<string, string>): boolean {
    try {
      return this.verifier?.verify(body, headers) !== undefined;
    } catch {
      return false;
    }
  }
}
