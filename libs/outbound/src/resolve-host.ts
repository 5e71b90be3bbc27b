import type { LookupAddress } from 'node:dns';
import { promises as dns } from 'node:dns';

/** Returns all addresses of a host name; rejects with a DNS error if there are none. */
export type ResolveHost = (hostname: string) => Promise<LookupAddress[]>;

/** A `Resolver` reads the machine's name servers only when it is created, so it is replaced after this time. */
const RENEWED_AFTER_MS = 30_000;

/**
 * Creates a resolver that queries DNS directly. The system's getaddrinfo runs on only two threads of the process, so
 * two receivers with dead name servers would hold up all others. It is used, for names from the hosts file, only if
 * `withHostsFile` is set, that is, if local addresses may be called at all.
 */
export function createResolver(withHostsFile: boolean): ResolveHost {
  let resolver: dns.Resolver | undefined;
  let renewedAtMs = 0;

  return async (hostname) => {
    if (!resolver || performance.now() - renewedAtMs >= RENEWED_AFTER_MS) {
      resolver = new dns.Resolver({ timeout: 2000, tries: 2 });
      renewedAtMs = performance.now();
    }
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const found = [...addressesOf(v4, 4), ...addressesOf(v6, 6)];
    if (found.length > 0) return found;
    if (withHostsFile) return dns.lookup(hostname, { all: true });
    throw v4.status === 'rejected' ? v4.reason : new Error(`${hostname} has no address.`);
  };
}

function addressesOf(answer: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] {
  return answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];
}
