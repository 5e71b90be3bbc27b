import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { WebhookEvent } from '@chat/client';
import { Webhook } from 'standardwebhooks';
import { AnswerJudge } from './openapi/answer-judge';
import { until } from './until';

/** One attempt that reached the receiver. */
export interface ReceivedWebhook<T = Record<string, unknown>> {
  /** The `webhook-id`: the same on every attempt of one event. */
  id: string;
  type: string;
  timestamp: string;
  data: T;
  headers: IncomingHttpHeaders;
  /** The exact bytes that were signed. */
  body: string;
  /** Whether the signature is valid, by a library of others. */
  verified: boolean;
}

type EventType = WebhookEvent['type'];
type Received<K extends EventType> = ReceivedWebhook<Extract<WebhookEvent, { type: K }>['data']>;

export interface ReceiverAnswer {
  status: number;
  headers?: Record<string, string | string[]>;
  body?: string;
}

/**
 * A customer's webhook endpoint on loopback. It stores all deliveries in the order of arrival and validates them against the
 * OpenAPI document: reading them, or stopping the receiver, throws if they differ.
 */
export class WebhookReceiver {
  readonly received: ReceivedWebhook[] = [];
  /** Decides the response to each attempt; 200 by default. */
  answer: (webhook: ReceivedWebhook) => ReceiverAnswer | Promise<ReceiverAnswer> = () => ({ status: 200 });
  private verifier: Webhook | undefined;

  /** How deliveries differed from the document. */
  private readonly differences = new Set<string>();

  private constructor(
    private readonly server: Server,
    private readonly judge: AnswerJudge | null,
  ) {}

  /** @param judge null for made-up deliveries. */
  static async start(judge: AnswerJudge | null = AnswerJudge.committed): Promise<WebhookReceiver> {
    // Otherwise a client may use a connection that was just closed as idle.
    const server = createServer({ keepAliveTimeout: 0 });
    const receiver = new WebhookReceiver(server, judge);
    server.on(
      'request',
      (request, response) => void receiver.take(request, response).catch(() => response.destroy()),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  /** Verifies deliveries from now on with this `whsec_…`; without a secret, nothing is verified. */
  trust(secret: string): void {
    this.verifier = new Webhook(secret);
  }

  /** The `webhook-id` of every attempt, in the order of arrival. */
  get ids(): string[] {
    return this.received.map(({ id }) => id);
  }

  /** The deliveries of one type. */
  ofType<K extends EventType>(type: K): Received<K>[];
  ofType<T = Record<string, unknown>>(type: string): ReceivedWebhook<T>[];
  ofType<T>(type: string): ReceivedWebhook<T>[] {
    this.throwDifferences();
    return this.received.filter((webhook) => webhook.type === type) as ReceivedWebhook<T>[];
  }

  /** The first webhook of that type, past or future, that satisfies the condition. */
  async waitFor<K extends EventType>(
    type: K,
    condition?: (webhook: Received<K>) => boolean,
    timeoutMs?: number,
  ): Promise<Received<K>>;
  async waitFor<T = Record<string, unknown>>(
    type: string,
    condition?: (webhook: ReceivedWebhook<T>) => boolean,
    timeoutMs?: number,
  ): Promise<ReceivedWebhook<T>>;
  async waitFor<T>(
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
    this.throwDifferences();
  }

  private throwDifferences(): void {
    if (this.differences.size > 0)
      throw new Error(`Webhooks were to be as docs/openapi.json says: ${[...this.differences].join(' ')}`);
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await buffer(request)).toString();
    const webhook = {
      ...(JSON.parse(body) as Pick<ReceivedWebhook, 'type' | 'timestamp' | 'data'>),
      id: String(request.headers['webhook-id']),
      headers: request.headers,
      body,
      verified: this.isVerified(body, request.headers as Record<string, string>),
    };
    this.received.push(webhook);
    const found = this.judge?.differencesOfWebhook(webhook.type, request.headers, body) ?? [];
    for (const difference of found) this.differences.add(`${webhook.type}: ${difference}`);
    const answer = await this.answer(webhook);
    response.writeHead(answer.status, answer.headers).end(answer.body);
  }

  private isVerified(body: string, headers: Record<string, string>): boolean {
    try {
      return this.verifier?.verify(body, headers) !== undefined;
    } catch {
      return false;
    }
  }
}
