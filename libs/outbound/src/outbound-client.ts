import { performance } from 'node:perf_hooks';
import { Agent } from 'undici';
import { instruments, outcomeOf } from '@chat/telemetry';
import type { Reach, ReachSettings } from './address.rules';
import { parseReach } from './address.rules';
import { Exchange, type Answer } from './exchange';
import { guardedConnect } from './guarded-connect';
import { OutboundError } from './outbound-error';
import type { ResolveHost } from './resolve-host';
import { createResolver } from './resolve-host';
import { readUrl } from './url.rules';

/** The byte limit for the receiver's certificates and the rest of its TLS handshake; few exceed 6 KiB. */
export const HANDSHAKE_BYTES = 16 * 1024;
/** The byte limit for all of a response but its body: TLS records, headers (the limit of Node.js itself), framing. */
export const ANSWER_OVERHEAD_BYTES = 16 * 1024;
/** The maximum time for which an idle connection is kept, even if the receiver proposes more. */
const MAX_IDLE_MS = 30_000;
const { outboundDuration, outboundRunning } = instruments;
/** How many parsed URLs are cached. */
const KNOWN_TARGETS = 1_000;

export interface OutboundClientOptions extends ReachSettings {
  /** The label of its metrics; default `outbound`. */
  name?: string;
  /** Timeout of a whole exchange in ms, from name lookup to the last byte of the response. */
  timeoutMs: number;
  /** How many bytes of a response body are kept. */
  maxResponseBytes: number;
  /** Maximum number of sockets per origin; further requests to it wait. Default 16. */
  maxSocketsPerOrigin?: number;
  /** Replaces DNS. */
  resolveHost?: ResolveHost;
  /** Certificate authorities in PEM, instead of those that Node.js knows. */
  ca?: string;
}

export interface OutboundRequest {
  method?: 'GET' | 'HEAD' | 'POST';
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Overrides the timeout of the client. */
  timeoutMs?: number;
  /** Called when the request has a connection, right before its first byte is written. */
  onWrite?: (() => void) | undefined;
}

export interface OutboundResponse extends Answer {
  durationMs: number;
}

export interface OutboundClient {
  /**
   * Makes one call, without following redirects or retrying. A response counts once its headers have arrived, even if
   * its body breaks off or never ends.
   * @throws OutboundError if no valid response arrived.
   */
  request(url: string, request: OutboundRequest): Promise<OutboundResponse>;
  /** Makes running calls and all later ones fail as `aborted`. */
  abort(): void;
  /** Lets running calls finish, then closes every connection. */
  close(): Promise<void>;
}

/**
 * Creates an HTTP client for user-supplied URLs. It reaches only public unicast addresses and those that the settings
 * open. Whatever a receiver sends, the client reads at most the permitted number of bytes within the timeout.
 */
export function createOutboundClient(options: OutboundClientOptions): OutboundClient {
  const { maxResponseBytes, timeoutMs, ca, name: client = 'outbound' } = options;
  const reach = parseReach(options);
  const resolveHost = options.resolveHost ?? createResolver(reach.allowed.length > 0);
  const limits = { handshake: HANDSHAKE_BYTES, exchange: maxResponseBytes + ANSWER_OVERHEAD_BYTES };
  const agent = new Agent({
    connect: guardedConnect({ reach, resolveHost, timeoutMs, limits, ca }),
    connections: options.maxSocketsPerOrigin ?? 16,
    keepAliveMaxTimeout: MAX_IDLE_MS,
    maxHeaderSize: ANSWER_OVERHEAD_BYTES,
    // One timer bounds the whole exchange; undici's own timers are coarser and bound only parts of it.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  const targetOf = remember((raw) => targetIn(raw, reach));
  const running = new Set<Exchange>();
  let isAborted = false;

  return {
    async request(
      raw,
      { method = 'GET', headers = {}, body = null, timeoutMs = options.timeoutMs, onWrite },
    ) {
      const target = targetOf(raw);
      if (isAborted) throw new OutboundError('aborted');
      const startedAt = performance.now();
      const exchange = new Exchange(maxResponseBytes, startedAt + timeoutMs, onWrite);
      const timer = setTimeout(() => exchange.end(new OutboundError('timeout')), timeoutMs);
      running.add(exchange);
      outboundRunning.live?.inc({ client });
      try {
        // Written member by member, like the response below: a spread costs 2 KB of garbage.
        agent.dispatch({ origin: target.origin, path: target.path, method, headers, body }, exchange);
        const answer = await exchange.answer;
        measure(client, outcomeOf(answer.status), startedAt);
        const durationMs = Math.round(performance.now() - startedAt);
        const { status, headers: answered, body: bytes, truncated, cutOff } = answer;
        return { status, headers: answered, body: bytes, truncated, cutOff, durationMs };
      } catch (error) {
        measure(client, error instanceof OutboundError ? error.kind : 'internal', startedAt);
        throw error;
      } finally {
        clearTimeout(timer);
        running.delete(exchange);
        outboundRunning.live?.dec({ client });
      }
    },
    abort() {
      isAborted = true;
      for (const exchange of running) exchange.end(new OutboundError('aborted'));
    },
    close: () => agent.close(),
  };
}

function measure(client: string, outcome: string, startedAt: number): void {
  outboundDuration.live?.observe({ client, outcome }, (performance.now() - startedAt) / 1000);
}

interface Target {
  origin: string;
  path: string;
}

/** @throws OutboundError `blocked`. */
function targetIn(raw: string, reach: Reach): Target {
  const { url, problem } = readUrl(raw, reach);
  if (problem) throw new OutboundError('blocked', { message: problem.message });
  return { origin: url.origin, path: url.pathname + url.search };
}

/** Caches the results, so that a URL that is called repeatedly is parsed only once. */
function remember(read: (raw: string) => Target): (raw: string) => Target {
  const known = new Map<string, Target>();
  return (raw) => {
    let target = known.get(raw);
    if (!target) {
      target = read(raw);
      if (known.size >= KNOWN_TARGETS) known.clear();
      known.set(raw, target);
    }
    return target;
  };
}
