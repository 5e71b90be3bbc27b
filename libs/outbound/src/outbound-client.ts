import type { IncomingHttpHeaders } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { Dispatcher } from 'undici';
import { Agent, errors } from 'undici';
import type { ReachSettings } from './address.rules';
import { parseReach } from './address.rules';
import { guardedConnect } from './guarded-connect';
import { ExcessError } from './metered-connection';
import { OutboundError, toOutboundError } from './outbound-error';
import type { ResolveHost } from './resolve-host';
import { createResolver } from './resolve-host';
import { readUrl } from './url.rules';

/** For the certificates of the receiver and the rest of its TLS handshake; few exceed 6 KiB. */
export const HANDSHAKE_BYTES = 16 * 1024;
/** For what an answer has beside its body: TLS records, headers (Node.js itself takes so many), framing. */
export const ANSWER_OVERHEAD_BYTES = 16 * 1024;
const MAX_HEADERS = 200;
/** Answers of status 1xx before the real one. */
const MAX_INTERIM_ANSWERS = 10;
/** The longest that an idle connection is kept, also where the receiver proposes more. */
const MAX_IDLE_MS = 30_000;

export interface OutboundClientOptions extends ReachSettings {
  /** Time for a whole exchange, from name lookup to the last byte of the answer. */
  timeoutMs: number;
  /** The body of an answer is cut off here. */
  maxResponseBytes: number;
  /** Sockets kept per origin; further requests to it wait. 16 unless told. */
  maxSocketsPerOrigin?: number;
  /** Replaces DNS. */
  resolveHost?: ResolveHost;
  /** Replaces the certificate authorities that Node.js knows, in PEM. */
  ca?: string;
}

export interface OutboundRequest {
  method?: 'GET' | 'HEAD' | 'POST';
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Instead of the client's own time limit. */
  timeoutMs?: number;
  signal?: AbortSignal;
}

export interface OutboundResponse {
  status: number;
  headers: IncomingHttpHeaders;
  /** As sent: never decompressed. */
  body: Buffer;
  /** Whether the body had more than is kept of it. */
  truncated: boolean;
  /** Whether it would not end: it had more bytes than are read at all, or took too long. */
  cutOff: boolean;
  durationMs: number;
}

export interface OutboundClient {
  /**
   * Makes one call, follows no redirect and retries nothing. An answer counts from its headers on, even if its body
   * never ends.
   * @throws OutboundError when no valid answer came.
   */
  request(url: string, request: OutboundRequest): Promise<OutboundResponse>;
  /** Lets running calls finish, then closes every connection. */
  close(): Promise<void>;
}

/**
 * The HTTP client for every URL that a user gave us: it reaches public unicast addresses and what the settings open,
 * and whatever a receiver sends, it reads no more than the permitted bytes of it for no longer than the permitted time.
 */
export function createOutboundClient(options: OutboundClientOptions): OutboundClient {
  const { maxResponseBytes, timeoutMs, ca } = options;
  const reach = parseReach(options);
  const resolveHost = options.resolveHost ?? createResolver(reach.allowed.length > 0);
  const limits = { handshake: HANDSHAKE_BYTES, exchange: maxResponseBytes + ANSWER_OVERHEAD_BYTES };
  const agent = new Agent({
    connect: guardedConnect({ reach, resolveHost, timeoutMs, limits, ca }),
    connections: options.maxSocketsPerOrigin ?? 16,
    keepAliveMaxTimeout: MAX_IDLE_MS,
    maxHeaderSize: ANSWER_OVERHEAD_BYTES,
    // One timer bounds the whole exchange; undici's own are coarser and bound its parts.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  return {
    async request(raw, request) {
      const { url, problem } = readUrl(raw, reach);
      if (problem) throw new OutboundError('blocked', { message: problem.message });
      const startedAt = performance.now();
      const answer = await withDeadline(request.timeoutMs ?? timeoutMs, request.signal, (signal) =>
        exchange(agent, url, request, maxResponseBytes, signal),
      );
      return { ...answer, durationMs: Math.round(performance.now() - startedAt) };
    },
    close: () => agent.close(),
  };
}

async function exchange(
  agent: Agent,
  url: URL,
  { method = 'GET', headers, body }: OutboundRequest,
  maxResponseBytes: number,
  signal: AbortSignal,
): Promise<Omit<OutboundResponse, 'durationMs'>> {
  const answering = agent.request({
    origin: url.origin,
    path: url.pathname + url.search,
    method,
    headers,
    body,
    signal,
    onInfo: countInterimAnswers(),
  });
  // undici hears of the signal only once there is a connection.
  const response = await Promise.race([answering, aborted(signal)]);
  if (Object.keys(response.headers).length > MAX_HEADERS) {
    response.body.on('error', () => undefined).destroy();
    throw new OutboundError('protocol');
  }
  return {
    status: response.statusCode,
    headers: response.headers,
    ...(await readUpTo(response.body, maxResponseBytes)),
  };
}

/** Counts answers of status 1xx. The call that is one too many throws an ExcessError. */
export function countInterimAnswers(): () => void {
  let count = 0;
  return () => {
    count += 1;
    if (count > MAX_INTERIM_ANSWERS) throw new ExcessError('There were too many interim answers.');
  };
}

/**
 * Keeps the first bytes of a body. The rest is read to its end, so that the connection can serve the next request,
 * but no further than the meter permits.
 */
async function readUpTo(
  body: Dispatcher.ResponseData['body'],
  limit: number,
): Promise<Pick<OutboundResponse, 'body' | 'truncated' | 'cutOff'>> {
  const chunks: Buffer[] = [];
  let size = 0;
  let cutOff = false;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (size < limit) chunks.push(chunk);
      size += chunk.length;
    }
  } catch (error) {
    if (!isEndless(error)) throw error;
    cutOff = true;
  }
  return { body: Buffer.concat(chunks).subarray(0, limit), truncated: cutOff || size > limit, cutOff };
}

/** Whether a body ended with this error because it would not end by itself: it had more bytes, or took more time. */
function isEndless(error: unknown): boolean {
  if (error instanceof ExcessError || error instanceof errors.HeadersOverflowError) return true;
  return error instanceof OutboundError && error.kind === 'timeout';
}

/** Rejects with the signal's reason when it fires. */
export function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = () => reject(signal.reason as Error);
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });
}

/** Runs the work with a signal that fires after the time limit or with the caller's own. */
async function withDeadline<T>(
  timeoutMs: number,
  callerSignal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = () => controller.abort(new OutboundError('aborted'));
  const timer = setTimeout(() => controller.abort(new OutboundError('timeout')), timeoutMs);
  callerSignal?.addEventListener('abort', abort);
  if (callerSignal?.aborted) abort();
  try {
    return await work(controller.signal);
  } catch (error) {
    throw toOutboundError(error);
  } finally {
    clearTimeout(timer);
    callerSignal?.removeEventListener('abort', abort);
  }
}
