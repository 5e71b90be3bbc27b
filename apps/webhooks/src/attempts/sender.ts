import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { waitMsOf } from '@chat/contracts';
import { enableWebhook } from '@chat/contracts/webhooks';
import { createOutboundClient, headerOf, OutboundError, reachOf, type OutboundClient } from '@chat/outbound';
import { CONFIG, LOGGER, type Logger } from '@chat/service-kit';
import type { WebhooksConfig } from '../config';
import { EndpointSecrets } from '../endpoints/endpoint-secrets';
import {
  errorOfStatus,
  isExcess,
  retryAfterMs,
  type AttemptAnswer,
  type AttemptError,
} from './attempt.rules';
import type { ClaimedDelivery } from './claimed-delivery';
import { signedHeaders } from './signature';

/** How much of a response body the delivery log keeps. */
const RESPONSE_BODY_BYTES = 1024;
/** Endpoints of several accounts may share an origin, so the dispatcher's slots are the limit, not its sockets. */
const SOCKETS_PER_ORIGIN = 1_024;
/** The maximum timeout of a probe: callers of `enableWebhook` wait for its probes and the steps around them. */
const LONGEST_PROBE_MS = waitMsOf(enableWebhook) - 5_000;

/** The content and destination of an attempt. */
export type Posting = Pick<
  ClaimedDelivery,
  'accountId' | 'webhookId' | 'eventId' | 'url' | 'payload' | 'sealedSecrets'
>;

export interface PostOptions {
  /** Called when the first byte is written. */
  readonly onWrite?: () => void;
  /** When it was decided to post, by `performance.now()`: nothing is written once the time for an answer is over. */
  readonly startedAt?: number;
  readonly timeoutMs?: number;
}

/** Makes one attempt: signs the payload and posts it to the receiver. */
@Injectable()
export class Sender implements OnApplicationShutdown {
  private readonly client: OutboundClient;
  private readonly timeoutMs: number;

  constructor(
    @Inject(CONFIG) config: WebhooksConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly secrets: EndpointSecrets,
  ) {
    this.timeoutMs = config.WEBHOOK_TIMEOUT_MS;
    this.client = createOutboundClient({
      ...reachOf(config),
      name: 'webhooks',
      timeoutMs: this.timeoutMs,
      maxResponseBytes: RESPONSE_BODY_BYTES,
      maxSocketsPerOrigin: SOCKETS_PER_ORIGIN,
    });
  }

  /** @returns null if the process had to stop before the receiver responded. */
  async post(
    posting: Posting,
    { onWrite, startedAt = performance.now(), timeoutMs = this.timeoutMs }: PostOptions = {},
  ): Promise<AttemptAnswer | null> {
    const { accountId, webhookId, eventId, url, payload, sealedSecrets } = posting;
    try {
      const keys = sealedSecrets.map((sealed) => this.secrets.keyOf(accountId, webhookId, sealed));
      const response = await this.client.request(url, {
        method: 'POST',
        headers: signedHeaders(keys, eventId, Math.floor(Date.now() / 1000), payload),
        body: payload,
        timeoutMs: Math.max(0, startedAt + timeoutMs - performance.now()),
        onWrite,
      });
      return {
        error: errorOfStatus(response.status),
        responseStatus: response.status,
        retryAfterMs: retryAfterMs(response.status, headerOf(response.headers, 'retry-after'), Date.now()),
        responseBody: toText(response.body),
        durationMs: response.durationMs,
        isExcessive: response.cutOff,
      };
    } catch (error) {
      // Recorded like any other failure, or the delivery would be claimed again forever.
      if (!(error instanceof OutboundError)) {
        this.logger.error({ error, accountId, webhookId, eventId }, 'attempt failed');
        return unanswered('internal', msSince(startedAt));
      }
      if (error.kind === 'aborted') return null;
      return unanswered(error.kind, msSince(startedAt));
    }
  }

  /** Like `post`, while a client waits for the result. */
  probe(posting: Posting): Promise<AttemptAnswer | null> {
    return this.post(posting, { timeoutMs: Math.min(this.timeoutMs, LONGEST_PROBE_MS) });
  }

  /** Aborts all requests in flight. */
  abort(): void {
    this.client.abort();
  }

  onApplicationShutdown(): Promise<void> {
    return this.client.close();
  }
}

function msSince(startedAt: number): number {
  return Math.round(performance.now() - startedAt);
}

function unanswered(error: AttemptError, durationMs: number): AttemptAnswer {
  const nothing = { responseStatus: null, retryAfterMs: null, responseBody: null };
  return { error, ...nothing, durationMs, isExcessive: isExcess(error) };
}

/** Returns text that Postgres can store: without NUL, and without a partial character where the body was cut off. */
function toText(body: Buffer): string {
  if (body.length === 0) return '';
  return new TextDecoder().decode(body, { stream: true }).replaceAll('\0', '\uFFFD');
}
