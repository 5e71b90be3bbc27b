import type { Meter } from '../installation/meter';
import type { Tenant } from '../installation/tenants';
import type { LoadRequest, LoadResult } from '../load/load';
import type { LoadGenerator } from '../load/load-generator';
import type { Measurement } from './comparison.rules';
import type { Operation, Row } from './operations';
import type { Target } from './target';

export interface Instruments {
  load: LoadGenerator;
  meter: Meter;
  tenants: readonly Tenant[];
}

/** Loads one target for so many seconds. */
export async function measure(
  { load, meter, tenants }: Instruments,
  target: Target,
  row: Row,
  seconds: number,
): Promise<Measurement> {
  const { requests, ...measured } = await meter.measure(target, {
    seconds,
    make: () => makeLoad(load, target, row, tenants, seconds),
    done: () => load.answered(),
  });
  return { ...measured, rate: requests / measured.seconds };
}

/** Loads the target until its rate does not change any more, or for so many seconds. @returns the last rate. */
export async function warmUp(
  { load, tenants }: Pick<Instruments, 'load' | 'tenants'>,
  { url }: Pick<Target, 'url'>,
  row: Row,
  { isStable, maxSeconds }: { isStable: (rates: readonly number[]) => boolean; maxSeconds: number },
): Promise<number> {
  const rates: number[] = [];
  while (rates.length < maxSeconds && !isStable(rates)) {
    const { requests, seconds } = await makeLoad(load, { url }, row, tenants, 1);
    rates.push(requests / seconds);
  }
  return rates.at(-1) ?? 0;
}

function makeLoad(
  load: LoadGenerator,
  { url }: Pick<Target, 'url'>,
  { operation, connections }: Row,
  tenants: readonly Tenant[],
  seconds: number,
): Promise<LoadResult> {
  const { method, path } = operation;
  return load.make({
    url: url + path,
    method,
    requests: requestsOf(operation, tenants),
    connections,
    seconds,
  });
}

/** What the accounts send: the first of each, then the second of each. */
export function requestsOf({ accounts, bodies }: Operation, tenants: readonly Tenant[]): LoadRequest[] {
  const each = tenants.slice(0, accounts).map((tenant) => {
    const headers = {
      'client-id': tenant.credential.clientId,
      'client-secret': tenant.credential.clientSecret,
    };
    const json = { ...headers, 'content-type': 'application/json' };
    return bodies ? bodies(tenant).map((body): LoadRequest => ({ headers: json, body })) : [{ headers }];
  });
  const longest = Math.max(...each.map((requests) => requests.length));
  return Array.from({ length: longest }, (_, index) =>
    each.flatMap((requests) => requests[index] ?? []),
  ).flat();
}
