import type { Size } from '../bench';
import type { Meter } from '../installation/meter';
import type { Tenant } from '../installation/tenants';
import type { LoadRequest, LoadResult } from '../load/load';
import type { LoadGenerator } from '../load/load-generator';
import type { Measurement } from './comparison.rules';
import type { Operation, Row } from './operations';
import { isStable } from './stability.rules';
import type { Target } from './target';

export interface Instruments {
  load: LoadGenerator;
  meter: Meter;
  tenants: readonly Tenant[];
}

/** Loads one target for that many seconds. */
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

/** The duration and maximum number of warm-up loads. */
export interface WarmUp {
  seconds: number;
  times: number;
  /** Rates that differ by at most this share count as equal. */
  tolerance: number;
}

/** The warm-ups by size. The smallest measurements say nothing about speed. */
export const warmUps = {
  full: { seconds: 1, times: 20, tolerance: 0.05 },
  quick: { seconds: 1, times: 10, tolerance: 0.05 },
  smallest: { seconds: 0, times: 0, tolerance: 0 },
} as const satisfies Record<Size, WarmUp>;

/** Loads the target until its rate is stable. */
export async function warmUp(
  { load, tenants }: Pick<Instruments, 'load' | 'tenants'>,
  target: Pick<Target, 'url' | 'headersOf'>,
  row: Row,
  { seconds, times, tolerance }: WarmUp,
): Promise<void> {
  const rates: number[] = [];
  while (rates.length < times && !isStable(rates, tolerance)) {
    const result = await makeLoad(load, target, row, tenants, seconds);
    rates.push(result.requests / result.seconds);
  }
}

function makeLoad(
  load: LoadGenerator,
  { url, headersOf }: Pick<Target, 'url' | 'headersOf'>,
  { operation, connections }: Row,
  tenants: readonly Tenant[],
  seconds: number,
): Promise<LoadResult> {
  const { method, path } = operation;
  return load.make({
    url: url + path,
    method,
    requests: requestsOf(operation, tenants, headersOf),
    connections,
    seconds,
  });
}

/** The headers with the API key of an account. */
export function keyHeadersOf({ credential }: Tenant): Record<string, string> {
  return { 'client-id': credential.clientId, 'client-secret': credential.clientSecret };
}

/** The requests of the accounts in alternation: the first of each, then the second of each. */
export function requestsOf(
  { accounts, bodies, pathOf, headers: more }: Operation,
  tenants: readonly Tenant[],
  headersOf = keyHeadersOf,
): LoadRequest[] {
  const each = tenants.slice(0, accounts).map((tenant) => {
    const headers = { ...headersOf(tenant), ...more };
    const json = { ...headers, 'content-type': 'application/json' };
    const path = pathOf && { path: pathOf(tenant) };
    return bodies
      ? bodies(tenant).map((body): LoadRequest => ({ headers: json, body, ...path }))
      : [{ headers, ...path }];
  });
  const longest = Math.max(...each.map((requests) => requests.length));
  return Array.from({ length: longest }, (_, index) =>
    each.flatMap((requests) => requests[index] ?? []),
  ).flat();
}
