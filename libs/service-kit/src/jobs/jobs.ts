import type { EntityManager } from 'typeorm';
import { BackgroundLoop, type Cause, type Transaction, type Transactions } from '@chat/bus';
import { reasonOf } from '@chat/errors';
import {
  attributesOf,
  instruments,
  recordsIn,
  startSpan,
  traceIdOf,
  type NamedRecords,
} from '@chat/telemetry';
import type { JobType } from './job-type';
import type { ClaimedJob, JobsRepository } from './jobs.repository';
import { isHopeless, pauseAfterFailure } from './retry.rules';

/** A job as passed to its handler. It is a `Cause`, so the requests that it makes continue its trace. */
export interface Job<T extends object> extends Cause {
  readonly id: number;
  readonly accountId: number;
  readonly data: T;
  /** Aborted if the job is claimed again, or on shutdown; work in progress need not be finished then. */
  readonly signal: AbortSignal;
}

/** A job of this type. */
export type JobOf<Type> = Type extends JobType<infer T> ? Job<T> : never;

/** The job has made progress and should continue after a pause, behind other due jobs. `T`: never if its data stays. */
export interface Continuation<T extends object = never> {
  delayMs: number;
  /** Replaces the data of the job, for example with a new cursor. */
  data?: T;
}

/** Makes the changes of a job in the transaction that ends it. If it returns a continuation, the job continues. */
export type Conclusion<T extends object = never> = (tx: Transaction) => Promise<Continuation<T> | void>;

/**
 * Does a job at least once: after a crash at any point, it may start again, so its external calls must tolerate
 * repetition. Its own changes belong in the conclusion that it returns, which takes effect once.
 */
export type JobHandler<T extends object> = (job: Job<T>) => Promise<Conclusion<T> | void>;

/** What is logged about a failed job: its account, but none of its data. */
export interface FailedJob extends NamedRecords {
  error: unknown;
  jobId: number;
  jobType: string;
  accountId: number;
  traceId: string | undefined;
  attempts: number;
  isGivenUp: boolean;
}

interface Registration {
  type: JobType<object>;
  handle: JobHandler<object>;
}

interface Running {
  job: ClaimedJob;
  abort: AbortController;
  ended: Promise<void>;
}

const LEASE_MS = 30_000;
const POLL_MS = 1_000;
const RETENTION_MS = 10 * 60 * 1000;
const MAX_RUNNING = 16;
/** The limit for one account leaves room for others, however long its jobs take. */
const MAX_RUNNING_OF_ACCOUNT = MAX_RUNNING / 2;
/** How long running jobs may take on shutdown before they are aborted. */
const STOP_GRACE_MS = 5_000;
const BEFORE_ALL_ACCOUNTS = -1;

/**
 * The jobs of one service: work with external calls that must be done, added in the transaction that requires it. Any
 * replica may do a job, under a lease. If its process dies, the lease lapses and another process takes over.
 */
export class Jobs {
  private readonly registered = new Map<string, Registration>();
  private readonly running = new Set<Running>();
  private readonly claiming: BackgroundLoop;
  private readonly renewing: BackgroundLoop;
  private readonly forgetting: BackgroundLoop;
  /** The account of the job that was claimed last, for round-robin across accounts. */
  private lastAccount = BEFORE_ALL_ACCOUNTS;
  private isStopping = false;

  constructor(
    private readonly repository: JobsRepository,
    private readonly transactions: Transactions,
    private readonly service: string,
    onError: (error: unknown) => void,
    private readonly onFailure: (failure: FailedJob) => void,
  ) {
    this.claiming = new BackgroundLoop(() => this.claim(), POLL_MS, onError);
    this.renewing = new BackgroundLoop(() => this.renew(), LEASE_MS / 3, onError);
    this.forgetting = new BackgroundLoop(() => this.repository.forgetSome(), RETENTION_MS, onError);
  }

  /** Registers a handler, in constructors and bootstrap hooks. Only jobs of registered types are claimed. */
  handle<T extends object>(type: JobType<T>, handle: JobHandler<NoInfer<T>>): void {
    this.registered.set(type.type, { type, handle: handle as unknown as JobHandler<object> });
  }

  /** Returns the declaration of a type if this version of the service handles it. */
  typeOf(type: string): JobType<object> | undefined {
    return this.registered.get(type)?.type;
  }

  /** Adds a job if and only if the transaction commits. @param delayMs how long until it is due; default 0. */
  async add<T extends object>(
    tx: Pick<Transaction, 'manager' | 'traceparent' | 'afterCommit'>,
    type: JobType<T>,
    { accountId, data, delayMs = 0 }: { accountId: number; data: NoInfer<T>; delayMs?: number },
  ): Promise<void> {
    const { traceparent, manager } = tx;
    await this.repository.insert(type, { accountId, data, delayMs, traceparent }, manager);
    tx.afterCommit(() => this.wake());
  }

  /** Signals that a job is due, so that it need not wait for the poll. */
  wake(): void {
    this.claiming.wake();
  }

  start(): void {
    this.forgetting.start();
    if (this.registered.size === 0) return;
    this.claiming.start();
    this.renewing.start();
  }

  /** Starts no further job and waits for the running ones, which are aborted after `STOP_GRACE_MS`. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.all([this.claiming.stop(), this.forgetting.stop()]);
    const timer = setTimeout(() => this.running.forEach(({ abort }) => abort.abort()), STOP_GRACE_MS);
    await Promise.all([...this.running].map(({ ended }) => ended));
    clearTimeout(timer);
    await this.renewing.stop();
  }

  /** Returns the types of the running jobs. */
  unfinished(): string[] {
    return [...this.running].map(({ job }) => job.type);
  }

  private async claim(): Promise<void> {
    while (this.running.size < MAX_RUNNING && !this.isStopping) {
      const job = await this.claimNext();
      if (!job) return;
      this.begin(job);
    }
  }

  private begin(job: ClaimedJob): void {
    const abort = new AbortController();
    const running: Running = { job, abort, ended: Promise.resolve() };
    this.running.add(running);
    running.ended = this.run(job, abort.signal).finally(() => {
      this.running.delete(running);
      this.wake();
    });
  }

  /** Claims a job of the next account; after the last account, starts over with the first. */
  private async claimNext(): Promise<ClaimedJob | null> {
    const filter = { types: this.claimableTypes(), crowded: this.crowdedAccounts(), leaseMs: LEASE_MS };
    let job = await this.repository.claimAfter(this.lastAccount, filter);
    if (!job && this.lastAccount !== BEFORE_ALL_ACCOUNTS) {
      job = await this.repository.claimAfter(BEFORE_ALL_ACCOUNTS, filter);
    }
    this.lastAccount = job?.accountId ?? BEFORE_ALL_ACCOUNTS;
    return job;
  }

  /** Returns the types of which this replica may run another job. */
  private claimableTypes(): string[] {
    const isFree = ({ type, atOnce }: JobType<object>) =>
      atOnce === null || [...this.running].filter(({ job }) => job.type === type).length < atOnce;
    return [...this.registered.values()].flatMap(({ type }) => (isFree(type) ? [type.type] : []));
  }

  private crowdedAccounts(): number[] {
    const counts = new Map<number, number>();
    for (const { job } of this.running) {
      counts.set(job.accountId, (counts.get(job.accountId) ?? 0) + 1);
    }
    return [...counts].filter(([, count]) => count >= MAX_RUNNING_OF_ACCOUNT).map(([account]) => account);
  }

  private async renew(): Promise<void> {
    const held = [...this.running];
    if (held.length === 0) return;
    const kept = await this.repository.renew(held.map(({ job }) => job), LEASE_MS); // prettier-ignore
    // This process itself may have claimed a job again whose lease had lapsed.
    for (const { job, abort } of held) if (kept.get(job.id) !== job.claims) abort.abort();
  }

  /** Runs a job. Never throws: any failure is recorded, or the lease lapses. */
  private async run(job: ClaimedJob, signal: AbortSignal): Promise<void> {
    const startedAt = performance.now();
    const span = startSpan(job, this.service, job.type, 'consumer');
    span?.set(attributesOf({ ...recordsOf(job), accountId: job.accountId }));
    const { traceparent } = span ?? job;
    try {
      if (isHopeless(job, Date.now())) throw new Error('It was begun several times, and no try ended.');
      const { type, handle } = this.registered.get(job.type)!;
      const { id, accountId } = job;
      const data = JSON.parse(job.data) as object;
      const conclude = await handle({ id, accountId, traceparent, data, signal });
      const isContinued = await this.transactions.run({ traceparent }, async (tx) => {
        if (!(await this.repository.hold(job, tx.manager))) throw new Error('The job is in other hands.');
        const continuation = await conclude?.(tx);
        await this.conclude(job, type, continuation, tx.manager);
        return continuation !== undefined;
      });
      span?.end();
      this.measure(job, isContinued ? 'continued' : 'done', startedAt);
    } catch (error) {
      const isGivenUp = await this.fail(job, error, signal).catch((failure: unknown) => {
        this.report(job, failure, false);
        return false;
      });
      span?.end(isGivenUp ? 'dead' : 'failed');
      this.measure(job, isGivenUp ? 'dead' : 'failed', startedAt);
    }
  }

  private measure({ type }: ClaimedJob, outcome: string, startedAt: number): void {
    const { service } = this;
    instruments.jobDuration.live?.observe({ service, type, outcome }, (performance.now() - startedAt) / 1000);
  }

  private conclude(
    job: ClaimedJob,
    { giveUpAfterMs }: JobType<object>,
    continuation: Continuation<object> | void,
    manager: EntityManager,
  ): Promise<void> {
    if (!continuation) return this.repository.finish(job, manager);
    return this.repository.continue(job, { ...continuation, giveUpAfterMs }, manager);
  }

  /** Records a failure. @returns whether the job was given up. */
  private async fail(job: ClaimedJob, error: unknown, signal: AbortSignal): Promise<boolean> {
    if (this.isStopping && signal.aborted) {
      await this.repository.release(job);
      return false;
    }
    const pauseMs = pauseAfterFailure(job, Date.now(), Math.random());
    const isOurs = await this.repository.fail(job, reasonOf(error), pauseMs);
    const isGivenUp = isOurs && pauseMs === null;
    this.report(job, error, isGivenUp);
    return isGivenUp;
  }

  private report(job: ClaimedJob, error: unknown, isGivenUp: boolean): void {
    const { id, type, accountId, attempts } = job;
    this.onFailure({
      ...{ error, jobId: id, jobType: type, ...recordsOf(job), accountId, traceId: traceIdOf(job) },
      ...{ attempts, isGivenUp },
    });
  }
}

/** Data that cannot be read names nothing: the job fails for it, and the line about that must not. */
function recordsOf({ data }: ClaimedJob): NamedRecords {
  try {
    return recordsIn(JSON.parse(data) as object);
  } catch {
    return {};
  }
}
