import { Controller, Inject, type Type } from '@nestjs/common';
import { Handles, traceIdOf } from '@chat/bus';
import type { InputOf } from '@chat/contracts';
import {
  jobOperations,
  jobStates,
  MAX_JOBS,
  type Job,
  type JobList,
  type JobResult,
} from '@chat/contracts/jobs';
import { StoredJobs, type StoredJob } from './jobs/stored-jobs';
import { toNullableTimestamp, toTimestamp } from './timestamp';

type Operations = ReturnType<typeof jobOperations>;

const unfinished = jobStates.filter((state) => state !== 'done');

/** Returns the controller for the jobs of a service; each service has its own subjects. */
export function jobsController(service: string): Type {
  const operations = jobOperations(service);

  @Controller()
  class JobsController {
    constructor(@Inject(StoredJobs) private readonly jobs: StoredJobs) {}

    @Handles(operations.list)
    async list({ body }: InputOf<Operations['list']>): Promise<JobList> {
      const states = body.state ? [body.state] : unfinished;
      const jobs = await this.jobs.list(states, body.after_id ?? 0, body.limit ?? MAX_JOBS);
      return { jobs: jobs.map(toJob) };
    }

    @Handles(operations.get)
    async get({ body }: InputOf<Operations['get']>): Promise<JobResult> {
      return this.read(body.id);
    }

    @Handles(operations.retry)
    async retry({ body }: InputOf<Operations['retry']>): Promise<JobResult> {
      await this.jobs.retry(body.id);
      return this.read(body.id);
    }

    private async read(id: number): Promise<JobResult> {
      const job = await this.jobs.get(id);
      return { job: { ...toJob(job), data: job.data } };
    }
  }
  return JobsController;
}

function toJob(job: StoredJob): Job {
  return {
    id: job.id,
    type: job.type,
    account_id: job.accountId,
    state: job.state,
    attempts: job.attempts,
    due_at: toTimestamp(job.dueAt),
    deadline: toNullableTimestamp(job.deadline),
    reason: job.reason,
    trace_id: traceIdOf(job) ?? '',
    created_at: toTimestamp(job.createdAt),
    updated_at: toTimestamp(job.updatedAt),
  };
}
