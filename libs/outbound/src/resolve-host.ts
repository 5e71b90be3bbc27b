import type { LookupAddress } from 'node:dns';
import { promises as dns } from 'node:dns';

/** All addresses of a host name; rejects with a DNS error when there is none. */
export type ResolveHost = (hostname: string) => Promise<LookupAddress[]>;

/**
 * Resolves by DNS itself. The system's getaddrinfo runs on two threads of the whole process, so two
 * receivers with dead name servers would hold up all others; it is asked, for the names of the hosts
 * file, only where `withHostsFile` says that local addresses may be called at all.
 */
export function createResolver(withHostsFile: boolean): ResolveHost {
  const resolver = new dns.Resolver({ timeout: 2000, tries: 2 });

  return async (hostname) => {
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
