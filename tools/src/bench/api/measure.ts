import type { Credential } from '@chat/testing';
import { readCpuTimes, type CpuTimes } from '../cpu/cpu-times';
import type { LoadGenerator } from '../load/load-generator';
import type { Backlog } from './backlog';
import type { Measurement } from './comparison.rules';
import type { MeasuredOperation } from './operations';
import type { Target } from './target';

export interface Instruments {
  load: LoadGenerator;
  backlog: Backlog;
  credential: Credential;
}

/**
 * Loads one target for so many seconds. What the requests leave behind is waited for, so that its CPU time counts as
 * theirs and nothing of it disturbs the next measurement.
 */
export async function measure(
  { load, backlog, credential }: Instruments,
  target: Target,
  { method, path, bodies, connections }: MeasuredOperation,
  seconds: number,
): Promise<Measurement> {
  const before = await readCpuTimes(target.processIds);
  const result = await load.make({
    url: target.url + path,
    method,
    headers: {
      'client-id': credential.clientId,
      'client-secret': credential.clientSecret,
      ...(bodies.length > 0 && { 'content-type': 'application/json' }),
    },
    bodies,
    connections,
    seconds,
  });
  const loadEndedAt = performance.now();
  await backlog.drained();
  const drainMs = performance.now() - loadEndedAt;
  const after = await readCpuTimes(target.processIds);
  return {
    rate: result.requests / result.seconds,
    p50Ms: result.p50Ms,
    p99Ms: result.p99Ms,
    cpuMs: before && after && perRequest(before, after, result.requests),
    drainMs,
  };
}

function perRequest(before: CpuTimes, after: CpuTimes, requests: number): CpuTimes {
  const names = Object.keys(after);
  return Object.fromEntries(names.map((name) => [name, (after[name]! - before[name]!) / requests]));
}
