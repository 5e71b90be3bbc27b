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

/** For the certificates of the receiver and the rest of its TLS handshake; few exceed 6 KiB. */
export const HANDSHAKE_BYTES = 16 * 1024;
/** For what an answer has beside its body: TLS records, headers (Node.js itself takes so many), framing. */
export const ANSWER_OVERHEAD_BYTES = 16 * 1024;
/** The longest that an idle connection is kept, also where the receiver proposes more. */
const MAX_IDLE_MS = 30_000;
const { outboundDuration, outboundRunning } = instruments;
/** URLs whose reading is remembered. */
const KNOWN_TARGETS = 1_000;

export interface OutboundClientOptions extends ReachSettings {
  /** What its metrics are told apart by; `outbound` unless told. */
  name?: string;
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
  /** Called when there is a connection for it, right before its first byte is written. */
  onLeave?: (() => void) | undefined;
}

export interface OutboundResponse extends Answer {
  durationMs: number;
}

export interface OutboundClient {
  /**
   * Makes one call, follows no redirect and retries nothing. An answer counts from its headers on, even if its body
   * breaks off or never ends.
   * @throws OutboundError when no valid answer came.
   */
  request(url: string, request: OutboundRequest): Promise<OutboundResponse>;
  /** Ends running calls and all that begin later: they fail as `aborted`. */
  abort(): void;
  /** Lets running calls finish, then closes every connection. */
  close(): Promise<void>;
}

/**
 * The HTTP client for every URL that a user gave us: it reaches public unicast addresses and what the settings open,
 * and whatever a receiver sends, it reads no more than the permitted bytes of it for no longer than the permitted time.
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
    // One timer bounds the whole exchange; undici's own are coarser and bound its parts.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  const targetOf = remember((raw) => targetIn(raw, reach));
  const running = new Set<Exchange>();
  let isAborted = false;

  return {
    async request(
      raw,
      { method = 'GET', headers = {}, body = null, timeoutMs = options.timeoutMs, onLeave },
    ) {
      const target = targetOf(raw);
      if (isAborted) throw new OutboundError('aborted');
      const startedAt = performance.now();
      const exchange = new Exchange(maxResponseBytes, onLeave);
      const timer = setTimeout(() => exchange.end(new OutboundError('timeout')), timeoutMs);
      running.add(exchange);
      outboundRunning.live?.inc({ client });
      try {
        // Written out, as the answer: a spread costs 2 KB of garbage.
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

/** The same function, but a URL that is called again and again is read only once. */
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
