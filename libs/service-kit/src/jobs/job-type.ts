const HOUR_MS = 60 * 60 * 1000;

/** A kind of job of one service. */
export interface JobType<T extends object> {
  /** The name, as in `purge-endpoint`. */
  readonly type: string;
  /** How long a job that makes no progress is retried before it is given up; null means forever. */
  readonly giveUpAfterMs: number | null;
  /** The maximum number of concurrent jobs of this type per replica; null means no limit of its own. */
  readonly atOnce: number | null;
  /** For the compiler only: the type of the job's data. */
  readonly data?: T;
}

/** Declares a kind of job. By default, it is given up an hour after it was due. */
export function jobType<T extends object>(
  type: string,
  { giveUpAfterMs = HOUR_MS, atOnce = null }: { giveUpAfterMs?: number | null; atOnce?: number | null } = {},
): JobType<T> {
  return Object.freeze({ type, giveUpAfterMs, atOnce });
}
