import { createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Dispatcher } from 'undici';
import { type Answer, Exchange, OutboundError } from '@chat/outbound';
import { CONFIG, Departure } from '@chat/service-kit';
import {
  endpointOf,
  instruments,
  isTracing,
  Samplers,
  attributesOf,
  startSpan,
  type Cause,
  type Sample,
  type Span,
} from '@chat/telemetry';
import type { CloudConnectorConfig } from '../config';
import { readAnswer } from './answer.rules';
import { isKnown } from './error-table.rules';
import { mayHaveToken } from './media-hosts.rules';
import { createProviderAgent, socketStates, type ProviderAgent } from './provider-agent';
import { NoAnswerError, NotReachedError, ProviderRefusal } from './provider-error';

/** One call of the provider's API. */
export interface ProviderCall {
  method: 'GET' | 'POST' | 'DELETE';
  /** As in `/123/messages`, without the version. */
  path: string;
  query?: Readonly<Record<string, string>>;
  token: string;
  json?: object;
  /** Added to those of every call, or replacing them. */
  headers?: Readonly<Record<string, string>>;
  /** Instead of JSON. */
  body?: { stream: Readable; contentType: string; length: number };
  timeoutMs: number;
  /** The cause whose trace it belongs to. */
  cause?: Cause;
}

const MAX_ANSWER_BYTES = 1024 * 1024;
/** Some media hosts refuse clients without a user agent. */
const USER_AGENT = 'chat-api/1';

/** The HTTP client of the provider's API: bounded in time and bytes, without redirects. */
@Injectable()
export class ProviderClient implements OnApplicationShutdown {
  private readonly agent: ProviderAgent;
  private readonly base: URL;
  /** The running exchanges that change nothing at the provider. */
  private readonly reads = new Set<Exchange>();

  constructor(
    @Inject(CONFIG) private readonly config: CloudConnectorConfig,
    samplers: Samplers,
    departure: Departure,
  ) {
    this.base = new URL(config.PROVIDER_BASE_URL);
    this.agent = createProviderAgent(config.PROVIDER_PROXY_URL);
    samplers.add('provider', () => socketSamples(this.agent));
    departure.hurry.addEventListener('abort', () => {
      for (const read of this.reads) read.end(new OutboundError('aborted'));
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.agent.dispatcher.destroy();
  }

  /**
   * @throws ProviderRefusal if the provider answers with an error; NotReachedError if nothing was sent; NoAnswerError
   * if the call may have been processed.
   */
  call(call: ProviderCall): Promise<Record<string, unknown>> {
    const isWatched = instruments.providerDuration.live !== null || isTracing();
    return isWatched ? this.watch(call) : this.ask(call);
  }

  private async watch(call: ProviderCall): Promise<Record<string, unknown>> {
    const startedAt = performance.now();
    const span = spanOf(call);
    try {
      const answer = await this.ask(call);
      measure(call, 'ok', startedAt);
      span?.end();
      return answer;
    } catch (error) {
      const failure = failureOf(error);
      measure(call, failure, startedAt);
      if (error instanceof ProviderRefusal && typeof error.body.code === 'number') {
        span?.set(attributesOf({ providerCode: String(error.body.code) }));
      }
      span?.end(failure);
      throw error;
    }
  }

  private async ask({
    method,
    path,
    query = {},
    token,
    json,
    headers,
    body,
    timeoutMs,
  }: ProviderCall): Promise<Record<string, unknown>> {
    const proof = this.proofOf(token);
    const params = new URLSearchParams({ ...query, ...(proof && { appsecret_proof: proof }) });
    const answered = await this.exchange(timeoutMs, {
      origin: this.base.origin,
      path: `${this.base.pathname.replace(/\/$/, '')}/${this.config.PROVIDER_GRAPH_VERSION}${path}?${params.toString()}`,
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'user-agent': USER_AGENT,
        ...(json && { 'content-type': 'application/json' }),
        ...(body && { 'content-type': body.contentType, 'content-length': String(body.length) }),
        ...headers,
      },
      body: json ? JSON.stringify(json) : (body?.stream ?? null),
    });
    if (answered.truncated) throw new NoAnswerError('its body did not come whole');
    const answer = readAnswer(answered.status, answered.body.toString('utf8'));
    switch (answer.kind) {
      case 'success':
        return answer.body;
      case 'refusal':
        throw new ProviderRefusal(answered.status, answer.error);
      case 'unreadable':
        throw new NoAnswerError(`status ${answered.status} without a body that says anything`);
    }
  }

  /**
   * Downloads from a link that the provider gave.
   * @throws Error if that fails, temporarily or for good.
   */
  async download(
    url: string,
    token: string,
    signal: AbortSignal,
  ): Promise<{ status: number; body: Readable }> {
    const link = new URL(url);
    if (!mayHaveToken(link, this.base))
      throw new Error('The link leads to a host that may not have the token.');
    const response = await this.agent.dispatcher.request({
      origin: link.origin,
      path: link.pathname + link.search,
      method: 'GET',
      headers: { authorization: `Bearer ${token}`, 'user-agent': USER_AGENT, 'accept-encoding': 'identity' },
      body: null,
      signal,
    });
    return { status: response.statusCode, body: response.body };
  }

  /**
   * Reads a URL without any token, on the way on which the provider is reached.
   * @throws Error if it gives no answer.
   */
  async visit(url: URL, timeoutMs: number): Promise<{ status: number; body: string }> {
    const { status, body } = await this.exchange(timeoutMs, {
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'GET',
      headers: { 'user-agent': USER_AGENT },
      body: null,
    });
    return { status, body: body.toString('utf8') };
  }

  /** A request that still waits for a connection when it times out was not sent. */
  private async exchange(
    timeoutMs: number,
    options: Dispatcher.DispatchOptions & { origin: string },
  ): Promise<Answer> {
    let hasLeft = false;
    const exchange = new Exchange(MAX_ANSWER_BYTES, performance.now() + timeoutMs, () => {
      hasLeft = true;
    });
    const timer = setTimeout(() => exchange.end(new OutboundError('timeout')), timeoutMs);
    if (options.method === 'GET') this.reads.add(exchange);
    try {
      this.agent.dispatcher.dispatch(options, exchange);
      return await exchange.answer;
    } catch (error) {
      if (!hasLeft) throw new NotReachedError(error);
      throw new NoAnswerError('the connection broke, or the time was over', error);
    } finally {
      clearTimeout(timer);
      this.reads.delete(exchange);
    }
  }

  /** Proves that the caller knows the app's secret; the provider checks it if the app requires so. */
  private proofOf(token: string): string | null {
    const { PROVIDER_APP_SECRET: secret } = this.config;
    return secret ? createHmac('sha256', secret).update(token).digest('hex') : null;
  }
}

function spanOf({ cause, method, path }: ProviderCall): Span | null {
  return cause ? startSpan(cause, 'cloud-connector', `${method} ${endpointOf(path)}`, 'client') : null;
}

function measure({ path }: ProviderCall, outcome: string, startedAt: number): void {
  const { live } = instruments.providerDuration;
  live?.observe({ endpoint: endpointOf(path), outcome }, (performance.now() - startedAt) / 1000);
}

/** The failure as a label of the metrics. */
function failureOf(error: unknown): string {
  if (error instanceof ProviderRefusal) {
    const { code } = error.body;
    instruments.providerErrors.live?.inc({
      service: 'cloud-connector',
      code: isKnown(code) ? String(code) : 'other',
    });
    return 'refused';
  }
  return error instanceof NotReachedError ? 'unreached' : 'unanswered';
}

/** One sample for all hosts of the provider: their names come from its answers. */
function socketSamples(agent: ProviderAgent): Sample<'provider'>[] {
  const counts = agent.count();
  return socketStates.map((state) => ({
    gauge: instruments.providerSockets,
    labels: { state },
    value: counts[state],
  }));
}
