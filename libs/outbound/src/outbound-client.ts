import type { IncomingHttpHeaders } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { Dispatcher } from 'undici';
import { Agent } from 'undici';
import { parseAllowedRanges } from './address.rules';
import { guardedConnect } from './guarded-connect';
import { OutboundError, toOutboundError } from './outbound-error';
import type { ResolveHost } from './resolve-host';
import { createResolver } from './resolve-host';
import { checkUrl } from './url.rules';

const maxHeaderBytes = 16 * 1024;

/** An answer up to this size is read to its end, so that its connection can serve the next request. */
const drainBytes = 64 * 1024;

export interface OutboundClientOptions {
  /** CIDR ranges that may be called beside the public internet, over http too. */
  allowCidrs: readonly string[];
  /** Time for a whole exchange, from name lookup to the last byte of the answer. */
  timeoutMs: number;
  /** Sockets kept per origin; further requests to it wait. 16 unless told. */
  maxSocketsPerOrigin?: number;
  /** Replaces DNS. */
  resolveHost?: ResolveHost;
}

export interface OutboundRequest {
  method?: 'GET' | 'HEAD' | 'POST';
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** The answer's body is cut off here. */
  maxResponseBytes: number;
  /** Instead of the client's own time limit. */
  timeoutMs?: number;
  signal?: AbortSignal;
}

export interface OutboundResponse {
  status: number;
  headers: IncomingHttpHeaders;
  /** As sent: never decompressed. */
  body: Buffer;
  /** Whether the answer had more than `maxResponseBytes`. */
  truncated: boolean;
  durationMs: number;
}

export interface OutboundClient {
  /** Makes one call, follows no redirect and retries nothing; throws OutboundError when no whole answer came. */
  request(url: string, request: OutboundRequest): Promise<OutboundResponse>;
  /** Lets running calls finish, then closes every connection. */
  close(): Promise<void>;
}

/** The HTTP client for every URL that a user gave us: it reaches public unicast addresses and `allowCidrs` only. */
export function createOutboundClient(options: OutboundClientOptions): OutboundClient {
  const allowed = parseAllowedRanges(options.allowCidrs);
  const resolveHost = options.resolveHost ?? createResolver(allowed.length > 0);
  const agent = new Agent({
    connect: guardedConnect({ allowed, resolveHost, timeoutMs: options.timeoutMs }),
    connections: options.maxSocketsPerOrigin ?? 16,
    maxHeaderSize: maxHeaderBytes,
    // One timer bounds the whole exchange; undici's own are coarser and bound its parts.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  return {
    async request(raw, request) {
      const problem = checkUrl(raw, allowed);
      if (problem) throw new OutboundError('blocked', { message: problem.message });
      const timeoutMs = request.timeoutMs ?? options.timeoutMs;
      const startedAt = performance.now();
      const answer = await withDeadline(timeoutMs, request.signal, (signal) =>
        exchange(agent, new URL(raw), request, signal),
      );
      return { ...answer, durationMs: Math.round(performance.now() - startedAt) };
    },
    close: () => agent.close(),
  };
}

async function exchange(agent: Agent, url: URL, request: OutboundRequest, signal: AbortSignal) {
  const { method = 'GET', headers, body, maxResponseBytes } = request;
  const response = await agent.request({
    origin: url.origin,
    path: url.pathname + url.search,
    method,
    headers,
    body,
    signal,
  });
  const bytes = await readUpTo(response.body, Math.max(maxResponseBytes, drainBytes));
  return {
    status: response.statusCode,
    headers: response.headers,
    body: bytes.subarray(0, maxResponseBytes),
    truncated: bytes.length > maxResponseBytes,
  };
}

/** Reads until the end or just past the limit; leaving the loop early closes the connection. */
async function readUpTo(body: Dispatcher.ResponseData['body'], limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > limit) break;
  }
  return Buffer.concat(chunks);
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
