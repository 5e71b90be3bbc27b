import { setTimeout as delay } from 'node:timers/promises';
import { readCpuTimes } from '../cpu/cpu-times';
import type { LoadRequest, LoadResult } from '../load/load';
import type { LoadGenerator } from '../load/load-generator';
import type { Backlog } from './backlog';
import type { Costs, Measurement } from './comparison.rules';
import { perRequest } from './costs.rules';
import type { Counters, LateCounts } from './counters';
import type { Row } from './operations';
import type { Target } from './target';
import type { Tenant } from './tenants';

export interface Instruments {
  load: LoadGenerator;
  backlog: Backlog;
  counters: Counters;
  tenants: readonly Tenant[];
}

/** The late counters are not read in this share of a load at its begin, nor at its end. */
const LEAD_SHARE = 0.25;

/**
 * Loads one target for so many seconds. What the requests leave behind is waited for, so that its CPU time, statements
 * and messages count as theirs and nothing of it disturbs the next measurement.
 */
export async function measure(
  { load, backlog, counters, tenants }: Instruments,
  target: Target,
  row: Row,
  seconds: number,
): Promise<Measurement> {
  const cpuBefore = await readCpuTimes(target.processIds);
  const countsBefore = await counters.read();
  const [result, late] = await Promise.all([
    makeLoad(load, target, row, tenants, seconds),
    lateCosts(load, counters, seconds),
  ]);
  const loadEndedAt = performance.now();
  await backlog.drained();
  const drainMs = performance.now() - loadEndedAt;
  const countsAfter = await counters.read();
  const cpuAfter = await readCpuTimes(target.processIds);
  const statementsByUser = perRequest(countsBefore.statements, countsAfter.statements, result.started);
  const ofTarget = target.databaseUsers.map((user) => [user, statementsByUser[user] ?? 0] as const);
  return {
    rate: result.requests / result.seconds,
    p50Ms: result.p50Ms,
    p99Ms: result.p99Ms,
    cpuMs: cpuBefore && cpuAfter && perRequest(cpuBefore, cpuAfter, result.started),
    costs: {
      ...late,
      statements: ofTarget.reduce((total, [, statements]) => total + statements, 0),
      natsMessages: (countsAfter.natsMessages - countsBefore.natsMessages) / result.started,
    },
    statementsByUser: Object.fromEntries(ofTarget),
    drainMs,
  };
}

/** Loads the target until its rate does not change any more, or for so many seconds. */
export async function warmUp(
  { load, backlog, tenants }: Instruments,
  target: Target,
  row: Row,
  { isStable, maxSeconds }: { isStable: (rates: readonly number[]) => boolean; maxSeconds: number },
): Promise<void> {
  const rates: number[] = [];
  while (rates.length < maxSeconds && !isStable(rates)) {
    const { requests, seconds } = await makeLoad(load, target, row, tenants, 1);
    rates.push(requests / seconds);
  }
  await backlog.drained();
}

/**
 * Commits and fsyncs of a request while the load lasts. Postgres' processes report what they did about once a second,
 * so that before and after a load would not tell; in the midst of it what is missing at both ends is alike.
 */
async function lateCosts(
  load: LoadGenerator,
  counters: Counters,
  seconds: number,
): Promise<Pick<Costs, keyof LateCounts>> {
  const look = async () => ({ answered: await load.answered(), counts: await counters.readLate() });
  await delay(seconds * LEAD_SHARE * 1_000);
  const before = await look();
  // Whole seconds, where there is room for them, are whole periods of these reports.
  const period = Math.max(Math.floor(seconds * (1 - 2 * LEAD_SHARE)), 1);
  await delay(Math.min(period, seconds * (1 - LEAD_SHARE)) * 1_000);
  const after = await look();
  const answered = Math.max(after.answered - before.answered, 1);
  return {
    commits: (after.counts.commits - before.counts.commits) / answered,
    fsyncs: (after.counts.fsyncs - before.counts.fsyncs) / answered,
  };
}

function makeLoad(
  load: LoadGenerator,
  { url }: Target,
  { operation, connections }: Row,
  tenants: readonly Tenant[],
  seconds: number,
): Promise<LoadResult> {
  const { method, path, accounts, bodies } = operation;
  const each = tenants.slice(0, accounts).map((tenant) => {
    const headers = {
      'client-id': tenant.credential.clientId,
      'client-secret': tenant.credential.clientSecret,
    };
    const json = { ...headers, 'content-type': 'application/json' };
    return bodies ? bodies(tenant).map((body) => ({ headers: json, body })) : [{ headers }];
  });
  return load.make({ url: url + path, method, requests: inTurn(each), connections, seconds });
}

/** The first of each account, then the second of each. */
function inTurn(each: readonly LoadRequest[][]): LoadRequest[] {
  const longest = Math.max(...each.map((requests) => requests.length));
  return Array.from({ length: longest }, (_, index) =>
    each.flatMap((requests) => requests[index] ?? []),
  ).flat();
}
