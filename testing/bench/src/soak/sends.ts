import { requestsOf, warmUp } from '../api/measure';
import { operations } from '../api/operations';
import type { Installation } from '../installation/installation';
import type { Tenant } from '../installation/tenants';
import type { LoadRequest } from '../load/load';
import type { LoadGenerator } from '../load/load-generator';

const CONNECTIONS = 64;
const TOLERANCE = 0.05;

const send = operations.find(({ key }) => key === 'send')!;

/** The requests of the load. */
export function sendsOf(tenants: readonly Tenant[]): { path: string; requests: LoadRequest[] } {
  return { path: send.path, requests: requestsOf(send, tenants) };
}

/** Sends per second when 64 connections send as fast as they are answered. */
export async function measureReachedRate(
  { stack, tenants, backlog }: Installation,
  load: LoadGenerator,
  { warmUpSeconds, rateSeconds }: { warmUpSeconds: number; rateSeconds: number },
): Promise<number> {
  const target = { url: stack.gatewayUrls[0]! };
  const row = { operation: send, connections: CONNECTIONS };
  await warmUp({ load, tenants }, target, row, { seconds: 1, times: warmUpSeconds, tolerance: TOLERANCE });
  const { requests, seconds } = await load.make({
    url: target.url + send.path,
    method: send.method,
    requests: requestsOf(send, tenants),
    connections: CONNECTIONS,
    seconds: rateSeconds,
  });
  await backlog.drained();
  return requests / seconds;
}
