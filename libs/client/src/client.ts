import { ChatApiError, ChatConnectionError } from './errors.ts';
import { followEvents, type StreamedEvent, type StreamNotice, type StreamOptions } from './event-stream.ts';
import { routes } from './generated/routes.ts';
import { List, type Page, type Pagination } from './pages.ts';
import { prepareRequest, type PreparedRequest, type Route } from './request.ts';
import { defaultPolicy, pauseBeforeRetry, type RetryPolicy } from './retry.rules.ts';
import type { Data, Input, OperationName, Routes } from './types.ts';

export interface ApiKey {
  /** `ck_…` */
  readonly clientId: string;
  /** `cs_…`. Keep it on your servers. */
  readonly clientSecret: string;
}

export interface AccessToken {
  /** An access token, or a function that returns a currently valid one. */
  readonly accessToken: string | (() => string | Promise<string>);
}

export type ChatApiOptions = (ApiKey | AccessToken) & {
  /** The URL of the API, as in `https://api.example.com`. */
  readonly baseUrl: string;
  /** Maximum number of retries per request; 2 by default. */
  readonly maxRetries?: number;
  /** A request that would require a longer pause is not retried; 65,000 by default. */
  readonly longestPauseMs?: number;
  /** Timeout of one attempt; by default 60,000, plus 10,000 for each MiB of files. */
  readonly timeoutMs?: number;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
};

export interface CallOptions {
  /** Identifies this piece of work, if the operation takes a key. By default each call has its own key. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

type Result<K extends OperationName> = Routes[K] extends { list: string }
  ? List<K>
  : Promise<Routes[K] extends { download: true } ? Response : Data<K>>;

type Arguments<K extends OperationName> =
  object extends Input<K>
    ? [input?: Input<K>, options?: CallOptions]
    : [input: Input<K>, options?: CallOptions];

type Methods = {
  readonly [K in OperationName]: (...args: Arguments<K>) => Result<K>;
};

// eslint-disable-next-line @typescript-eslint/no-empty-object-type, @typescript-eslint/no-unsafe-declaration-merging
export interface ChatApi extends Methods {}

/**
 * The Chat API, one method per operation. A method takes the members of path, query and body in one object and returns
 * the `data` of the answer. Requests that cannot have taken effect, and those that are idempotent, are retried;
 * `Retry-After` is respected.
 * @throws ChatApiError if the API answers with an error, ChatConnectionError if it does not answer.
 */
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging
export class ChatApi {
  private readonly options: ChatApiOptions;
  private readonly policy: RetryPolicy;

  /** @throws TypeError for a base URL without its scheme. */
  constructor(options: ChatApiOptions) {
    if (!/^https?:\/\//i.test(options.baseUrl))
      throw new TypeError('baseUrl must begin with https:// or http://, as in https://api.example.com.');
    this.options = options;
    const { maxRetries = defaultPolicy.maxRetries, longestPauseMs = defaultPolicy.longestPauseMs } = options;
    this.policy = { maxRetries, longestPauseMs };
    for (const [name, route] of Object.entries(routes)) {
      const method = (input: Record<string, unknown> = {}, call: CallOptions = {}) =>
        this.start(route, input, call);
      Object.defineProperty(this, name, { value: method });
    }
  }

  /**
   * Yields the events of the account as they happen, each once and in order: after a break, it resumes where it was. What
   * cannot be resumed is a single `reset`. Ends when the signal is aborted or the loop is left.
   * @throws ChatApiError if the credential may not read events (any more).
   */
  streamEvents(options: StreamOptions = {}): AsyncGenerator<StreamNotice | StreamedEvent> {
    return followEvents((cursor, signal) => this.openStream(cursor, signal), options);
  }

  private async openStream(cursor: string | undefined, signal: AbortSignal): Promise<Response | null> {
    const headers = {
      ...(await this.credential()),
      accept: 'text/event-stream',
      ...(cursor !== undefined && { 'last-event-id': cursor }),
    };
    const { url } = prepareRequest(this.options.baseUrl, { method: 'GET', path: '/v1/events/stream' }, {});
    const response = await (this.options.fetch ?? fetch)(url, { headers, signal, redirect: 'error' });
    if (response.ok) return response;
    const error = failureOf(response, await response.text());
    // What stands before the API may answer for it while it restarts.
    if (error instanceof ChatApiError && !error.retryable) throw error;
    return null;
  }

  private start(route: Route, input: Record<string, unknown>, call: CallOptions): unknown {
    if (route.list === undefined) return this.call(route, input, call);
    const readPage = (cursor?: string) => {
      const next = cursor === undefined ? {} : { page: undefined, cursor };
      return this.call(route, { ...input, ...next }, call);
    };
    return new List(route.list, readPage as () => Promise<Page<OperationName>>);
  }

  private async call(route: Route, input: Record<string, unknown>, call: CallOptions): Promise<unknown> {
    const { idempotencyKey = crypto.randomUUID() } = call;
    const key: Record<string, string> = route.idempotency ? { 'idempotency-key': idempotencyKey } : {};
    const isRepeatable = route.method === 'GET' || route.idempotency === true;
    for (let retries = 0; ; retries += 1) {
      try {
        return await this.attempt(route, prepareRequest(this.options.baseUrl, route, input), key, call);
      } catch (error) {
        const chance = { isRepeatable, retries, random: Math.random() };
        const pause = isFailure(error) ? pauseBeforeRetry(error, chance, this.policy) : null;
        if (pause === null) throw error;
        await wait(pause, call.signal);
      }
    }
  }

  /** @throws ChatApiError, ChatConnectionError, or the reason with which the caller's signal was aborted. */
  private async attempt(
    route: Route,
    { url, method, body, fileBytes }: PreparedRequest,
    key: Record<string, string>,
    { signal, timeoutMs = this.options.timeoutMs ?? defaultTimeoutMs(fileBytes) }: CallOptions,
  ): Promise<unknown> {
    const json: Record<string, string> =
      typeof body === 'string' ? { 'content-type': 'application/json' } : {};
    const headers = { ...(await this.credential()), ...json, ...key };
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error(`No answer within ${timeoutMs} ms.`)), timeoutMs);
    try {
      const response = await (this.options.fetch ?? fetch)(url, {
        method,
        body,
        headers,
        signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
        redirect: 'error',
      });
      // The body of a download may take longer: the timeout covers only its headers.
      if (response.ok && route.download) return response;
      const text = await response.text();
      if (response.ok) return readData(text, route);
      throw failureOf(response, text);
    } catch (error) {
      signal?.throwIfAborted();
      if (isFailure(error)) throw error;
      throw new ChatConnectionError(`${method} ${url} got no answer.`, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  private async credential(): Promise<Record<string, string>> {
    if ('clientId' in this.options)
      return { 'client-id': this.options.clientId, 'client-secret': this.options.clientSecret };
    const { accessToken } = this.options;
    const token = typeof accessToken === 'string' ? accessToken : await accessToken();
    return { authorization: `Bearer ${token}` };
  }
}

/** Allows for uploads of at least 100 KiB per second. */
function defaultTimeoutMs(fileBytes: number): number {
  return 60_000 + 10_000 * Math.ceil(fileBytes / 1024 ** 2);
}

function readData(text: string, { list }: Route): unknown {
  const { data, meta } = JSON.parse(text) as { data: object; meta: { pagination?: Pagination } };
  return list !== undefined && meta.pagination ? { ...data, pagination: meta.pagination } : data;
}

/** Returns the error of a failed response; something between us and the API may have answered without the envelope. */
function failureOf({ status, headers }: Response, text: string): Error {
  const after = headers.get('retry-after');
  const retryAfterSeconds = after !== null && /^\d+$/.test(after) ? Number(after) : undefined;
  try {
    const { error, meta } = JSON.parse(text) as {
      error: ChatApiError['details'];
      meta: { request_id: string };
    };
    return new ChatApiError(status, error, meta.request_id, retryAfterSeconds);
  } catch {
    return new ChatConnectionError(`Something answered ${status} that is not the API.`, {
      status,
      retryAfterSeconds,
    });
  }
}

function isFailure(error: unknown): error is ChatApiError | ChatConnectionError {
  return error instanceof ChatApiError || error instanceof ChatConnectionError;
}

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal!.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
