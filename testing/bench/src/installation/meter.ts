import { setTimeout as delay } from 'node:timers/promises';
import { readCpuTimes } from '../cpu/cpu-times';
import { fulfilled } from '../fulfilled';
import type { Backlog } from './backlog';
import { perRequest } from './costs.rules';
import type { Counters, LateCounts } from './counters';

/** The round trips and disk writes of one request. */
export interface Costs {
  statements: number;
  commits: number;
  fsyncs: number;
  natsMessages: number;
}

/** The cost of each request of a load. */
export interface Spent {
  /** CPU time by process; null if the system does not report it. */
  cpuMs: Record<string, number> | null;
  costs: Costs;
  /** Statements by user of Postgres. */
  statementsByUser: Record<string, number>;
  /** How long after the last answer work was left. */
  drainMs: number;
}

/** The processes that do the work. */
export interface Workers {
  /** The processes whose CPU time is counted. */
  processIds: Readonly<Record<string, number>>;
  /** The users of Postgres whose statements are counted. */
  databaseUsers: readonly string[];
}

/** A load of a given duration. */
export interface MeteredLoad<Result> {
  seconds: number;
  /** Resolves when it has ended. `started` are all requests that were processed. */
  make: () => Promise<Result & { started: number }>;
  /** Number of requests done so far. */
  done: () => Promise<number>;
}

/** The share of a load at its start and at its end in which the late counters are not read. */
const LEAD_SHARE = 0.25;

/** Measures the cost of a load. */
export class Meter {
  constructor(
    private readonly backlog: Backlog,
    private readonly counters: Counters,
  ) {}

  /**
   * Makes the load, and waits for the work that it leaves behind, whose CPU time, statements and messages count as the
   * load's, and which must not disturb the next one.
   */
  async measure<Result>(workers: Workers, load: MeteredLoad<Result>): Promise<Result & Spent> {
    const cpuBefore = await readCpuTimes(workers.processIds);
    const before = await this.counters.read();
    // When one has failed, this still waits for the other, so that nothing is running when the error is thrown.
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
   * Commits and fsyncs per request during the load. The Postgres processes report about once per second, so readings
   * before and after a load would be incomplete; in the middle of it, the gaps at both ends are alike.
   */
  private async lateCosts({ seconds, done }: MeteredLoad<unknown>): Promise<LateCounts> {
    const look = async () => ({ done: await done(), counts: await this.counters.readLate() });
    await delay(seconds * LEAD_SHARE * 1_000);
    const before = await look();
    // Whole seconds, if there is room for them, match whole periods of these reports.
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
