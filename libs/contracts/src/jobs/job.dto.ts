import { AnyObject, Id, Int, ListOf, Nested, Nullable, OneOf, Optional, Timestamp, Verbatim } from '..';

export const MAX_JOBS = 100;

export const jobStates = ['waiting', 'running', 'done', 'dead'] as const;
export type JobState = (typeof jobStates)[number];

/** Work that a service owes. It says nothing of the job's content, so that it may stand in lists. */
export class Job {
  @Id() id!: number;
  /** As in `purge-endpoint`. */
  @Verbatim() type!: string;
  @Id() account_id!: number;
  /** `dead`: it was given up. */
  @OneOf(jobStates) state!: JobState;
  /** Since it was added, made progress or was retried. */
  @Int({ min: 0 }) attempts!: number;
  /** When it is due; of a running one, when another process may take it. */
  @Timestamp() due_at!: string;
  /** When it is given up if it still fails; null: never. */
  @Nullable() @Timestamp() deadline!: string | null;
  /** What the last attempt failed with. */
  @Nullable() @Verbatim() reason!: string | null;
  @Verbatim() trace_id!: string;
  @Timestamp() created_at!: string;
  @Timestamp() updated_at!: string;
}

/** With what it works on, which may hold what people wrote; null once it is done. */
export class JobContent extends Job {
  @Nullable() @AnyObject() data!: object | null;
}

export class ListJobs {
  /** Left out: all that are not done. */
  @Optional() @OneOf(jobStates) state?: JobState;
  /** Left out: from the oldest on. */
  @Optional() @Id() after_id?: number;
  @Optional() @Int({ min: 1, max: MAX_JOBS }) limit?: number;
}

/** The oldest first, at most `limit` of them. */
export class JobList {
  @ListOf(() => Job) jobs!: Job[];
}

export class JobRef {
  @Id() id!: number;
}

export class JobResult {
  @Nested(() => JobContent) job!: JobContent;
}
