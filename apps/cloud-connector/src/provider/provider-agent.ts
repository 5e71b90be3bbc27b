import { Agent, Pool, ProxyAgent, type Dispatcher } from 'undici';

const CONNECT_TIMEOUT_MS = 5_000;
const MAX_SOCKETS = 64;
const MAX_HEADER_BYTES = 16 * 1024;

export const socketStates = ['connected', 'free', 'running', 'queued'] as const;
type SocketState = (typeof socketStates)[number];

/** The sockets to all hosts of the provider, by state. */
export type SocketCounts = Record<SocketState, number>;

/** The connections to the hosts of the provider. */
export interface ProviderAgent {
  readonly dispatcher: Dispatcher;
  count(): SocketCounts;
}

/** @param proxyUrl the HTTP proxy through which all of them lead, by CONNECT; empty for none. */
export function createProviderAgent(proxyUrl: string): ProviderAgent {
  const pools = new Set<Pool>();
  const options: Agent.Options = {
    connections: MAX_SOCKETS,
    maxHeaderSize: MAX_HEADER_BYTES,
    pipelining: 1,
    // Disabled, since one timer bounds the whole exchange.
    headersTimeout: 0,
    bodyTimeout: 0,
    // A proxy's agent does not tell what its pools do.
    factory: (origin, given) => {
      const pool = new Pool(origin, given);
      pools.add(pool);
      return pool;
    },
  };
  const timeout = { timeout: CONNECT_TIMEOUT_MS };
  const dispatcher = proxyUrl
    ? new ProxyAgent({ ...options, uri: proxyUrl, proxyTls: timeout, requestTls: timeout })
    : new Agent({ ...options, connect: timeout });
  return { dispatcher, count: () => countOf(pools) };
}

/** Pools that their agent has closed are forgotten. */
function countOf(pools: Set<Pool>): SocketCounts {
  const counts: SocketCounts = { connected: 0, free: 0, running: 0, queued: 0 };
  for (const pool of pools) {
    if (pool.closed || pool.destroyed) pools.delete(pool);
    const { stats } = pool;
    for (const state of socketStates) counts[state] += stats[state];
  }
  return counts;
}
