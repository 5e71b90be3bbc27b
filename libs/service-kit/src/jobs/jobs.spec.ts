import type { Transactions } from '@chat/bus';
import { jobType } from './job-type';
import { Jobs, type Job } from './jobs';
import type { ClaimedJob, JobsRepository } from './jobs.repository';

const LEASE_MS = 30_000;
const errand = jobType<object>('errand');

let table: OneJob;
let jobs: Jobs;

beforeEach(() => {
  jest.useFakeTimers();
  table = new OneJob();
  const unused = {} as Transactions;
  const fail = (error: unknown) => {
    throw error;
  };
  jobs = new Jobs(table as unknown as JobsRepository, unused, 'errands', fail, () => undefined);
});

afterEach(() => jest.useRealTimers());

it('aborts a run whose job the same process has claimed again', async () => {
  const runs: Job<object>[] = [];
  const run = (job: Job<object>) =>
    new Promise<void>((_, reject) => {
      runs.push(job);
      job.signal.addEventListener('abort', () => reject(new Error('aborted')));
    });
  jobs.handle(errand, run);
  jobs.start();
  await jest.advanceTimersByTimeAsync(0);
  table.isDue = true;
  jobs.wake();
  await jest.advanceTimersByTimeAsync(0);
  expect(runs).toHaveLength(2);

  await jest.advanceTimersByTimeAsync(LEASE_MS);
  expect(runs.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  const stopping = jobs.stop();
  await jest.advanceTimersByTimeAsync(LEASE_MS);
  await stopping;
});

/** A table with one job. */
class OneJob implements Partial<JobsRepository> {
  /** Whether the job can be claimed: it is new, or its lease has lapsed. */
  isDue = true;
  private claims = 0;

  claimAfter(): Promise<ClaimedJob | null> {
    if (!this.isDue) return Promise.resolve(null);
    this.isDue = false;
    this.claims += 1;
    const { claims } = this;
    const job = { id: 1, accountId: 1, type: errand.type, data: '{}', deadline: null, traceparent: 'x' };
    return Promise.resolve({ ...job, attempts: claims, claims });
  }

  renew(held: ClaimedJob[]): Promise<Map<number, number>> {
    const valid = held.filter(({ claims }) => claims === this.claims);
    return Promise.resolve(new Map(valid.map(({ id, claims }) => [id, claims])));
  }

  fail(): Promise<boolean> {
    return Promise.resolve(false);
  }

  release(): Promise<void> {
    return Promise.resolve();
  }

  forgetSome(): Promise<boolean> {
    return Promise.resolve(false);
  }
}
