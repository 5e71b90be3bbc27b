const HOUR_MS = 60 * 60 * 1000;

/** A kind of job of one service. */
export interface JobType<T extends object> {
  /** As in `purge-endpoint`. */
  readonly type: string;
  /** How long a job that makes no progress is tried before it is given up; null: for ever. */
  readonly giveUpAfterMs: number | null;
  /** How many of them a replica does at a time; null: as many as of any. */
  readonly atOnce: number | null;
  /** For the compiler alone: what the job works on. */
  readonly data?: T;
}

/** Declares a kind of job, which is given up an hour after it was due unless told otherwise. */
export function jobType<T extends object>(
  type: string,
  { giveUpAfterMs = HOUR_MS, atOnce = null }: { giveUpAfterMs?: number | null; atOnce?: number | null } = {},
): JobType<T> {
  return Object.freeze({ type, giveUpAfterMs, atOnce });
}
