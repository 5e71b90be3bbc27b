import { AnyObject, Id, Int, ListOf, Nested, Nullable, OneOf, Optional, Timestamp, Verbatim } from '..';

export const MAX_JOBS = 100;

export const jobStates = ['waiting', 'running', 'done', 'dead'] as const;
export type JobState = (typeof jobStates)[number];

/** A job of a service, without the job's data, so that it can be listed. */
export class Job {
  @Id() id!: number;
  /** As in `purge-endpoint`. */
  @Verbatim() type!: string;
  @Id() account_id!: number;
  /** `dead`: the service gave up on the job. */
  @OneOf(jobStates) state!: JobState;
  /** Attempts since the job was added, made progress or was retried. */
  @Int({ min: 0 }) attempts!: number;
  /** When the job is due; for a running one, when another process may take it over. */
  @Timestamp() due_at!: string;
  /** When the service gives up if the job still fails; null: never. */
  @Nullable() @Timestamp() deadline!: string | null;
  /** The error of the last attempt. */
  @Nullable() @Verbatim() reason!: string | null;
  @Verbatim() trace_id!: string;
  @Timestamp() created_at!: string;
  @Timestamp() updated_at!: string;
}

/** A job with its data, which may contain what people wrote; null once the job is done. */
export class JobContent extends Job {
  @Nullable() @AnyObject() data!: object | null;
}

export class ListJobs {
  /** Lists only jobs in this state; all that are not done if absent. */
  @Optional() @OneOf(jobStates) state?: JobState;
  /** Lists jobs after this id; from the oldest on if absent. */
  @Optional() @Id() after_id?: number;
  @Optional() @Int({ min: 1, max: MAX_JOBS }) limit?: number;
}

/** At most `limit` jobs, oldest first. */
export class JobList {
  @ListOf(() => Job) jobs!: Job[];
}

export class JobRef {
  @Id() id!: number;
}

export class JobResult {
  @Nested(() => JobContent) job!: JobContent;
}
