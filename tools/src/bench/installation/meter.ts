import { setTimeout as delay } from 'node:timers/promises';
import { readCpuTimes } from '../cpu/cpu-times';
import type { Backlog } from './backlog';
import { perRequest } from './costs.rules';
import type { Counters, LateCounts } from './counters';

/** What one request costs in round trips and writes to disk. */
export interface Costs {
  statements: number;
  commits: number;
  fsyncs: number;
  natsMessages: number;
}

/** What each request of a load cost. */
export interface Spent {
  /** CPU time by process; null where the system does not tell. */
  cpuMs: Record<string, number> | null;
  costs: Costs;
  /** Statements by user of Postgres. */
  statementsByUser: Record<string, number>;
  /** How long after the last answer there was work left. */
  drainMs: number;
}

/** Who does the work. */
export interface Workers {
  /** The processes whose CPU time it costs. */
  processIds: Readonly<Record<string, number>>;
  /** The users of Postgres whose statements it costs. */
  databaseUsers: readonly string[];
}

/** A load that lasts so many seconds. */
export interface MeteredLoad<Result> {
  seconds: number;
  /** Resolves when it is over. `started` are all requests that were worked on. */
  make: () => Promise<Result & { started: number }>;
  /** How many requests were done until now. */
  done: () => Promise<number>;
}

/** The late counters are not read in this share of a load at its begin, nor at its end. */
const LEAD_SHARE = 0.25;

/** Measures what a load costs. */
export class Meter {
  constructor(
    private readonly backlog: Backlog,
    private readonly counters: Counters,
  ) {}

  /**
   * Makes the load. What it leaves behind is waited for, so that its CPU time, statements and messages count as the
   * load's, and nothing of it disturbs the next one.
   */
  async measure<Result>(workers: Workers, load: MeteredLoad<Result>): Promise<Result & Spent> {
    const cpuBefore = await readCpuTimes(workers.processIds);
    const before = await this.counters.read();
    // Both are over when one has failed, so that nobody is asked any more when the failure is passed on.
    const [made, counted] = await Promise.allSettled([load.make(), this.lateCosts(load)]);
    const [result, late] = [fulfilled(made), fulfilled(counted)];
    const loadEndedAt = performance.now();
    await this.backlog.drained();
    const drainMs = performance.now() - loadEndedAt;
    const after = await this.counters.read();
    const cpuAfter = await readCpuTimes(workers.processIds);

    const byUser = perRequest(before.statements, after.statements, result.started);
    const statementsByUser = Object.fromEntries(
      workers.databaseUsers.map((user) => [user, byUser[user] ?? 0]),
    );
    return {
      ...result,
      cpuMs: cpuBefore && cpuAfter && perRequest(cpuBefore, cpuAfter, result.started),
      costs: {
        ...late,
        statements: Object.values(statementsByUser).reduce((total, statements) => total + statements, 0),
        natsMessages: (after.natsMessages - before.natsMessages) / result.started,
      },
      statementsByUser,
      drainMs,
    };
  }

  /**
   * Commits and fsyncs of a request while the load lasts. Postgres' processes report what they did about once a second,
   * so that before and after a load would not tell; in the midst of it what is missing at both ends is alike.
   */
  private async lateCosts({ seconds, done }: MeteredLoad<unknown>): Promise<LateCounts> {
    const look = async () => ({ done: await done(), counts: await this.counters.readLate() });
    await delay(seconds * LEAD_SHARE * 1_000);
    const before = await look();
    // Whole seconds, where there is room for them, are whole periods of these reports.
    const period = Math.max(Math.floor(seconds * (1 - 2 * LEAD_SHARE)), 1);
    await delay(Math.min(period, seconds * (1 - LEAD_SHARE)) * 1_000);
    const after = await look();
    const requests = after.done - before.done || 1;
    return {
      commits: (after.counts.commits - before.counts.commits) / requests,
      fsyncs: (after.counts.fsyncs - before.counts.fsyncs) / requests,
    };
  }
}

function fulfilled<T>(outcome: PromiseSettledResult<T>): T {
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
