const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 5 * 60 * 1000;
/** Spreads the retries of jobs that failed together. */
const JITTER = 0.2;
/** The minimum number of attempts, even if the job is overdue at the first, as after a night without the service. */
const MIN_ATTEMPTS = 3;

interface Tries {
  /** Attempts since the job was added or last made progress, including the current one. */
  attempts: number;
  /** Null if the job is never given up. */
  deadline: Date | null;
}

/**
 * @param random from 0 to 1, for the jitter.
 * @returns the milliseconds until a failed job is retried, or null if it is given up.
 */
export function pauseAfterFailure({ attempts, deadline }: Tries, now: number, random: number): number | null {
  if (isOverdue(deadline, now) && attempts >= MIN_ATTEMPTS) return null;
  const pauseMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempts - 1));
  return Math.round(pauseMs * (1 + JITTER * (2 * random - 1)));
}

/**
 * Returns whether a job that was started this often is given up without another attempt: its failures were not even
 * recorded, so it may be what crashes the process.
 */
export function isHopeless({ attempts, deadline }: Tries, now: number): boolean {
  return isOverdue(deadline, now) && attempts > MIN_ATTEMPTS;
}

function isOverdue(deadline: Date | null, now: number): boolean {
  return deadline !== null && deadline.getTime() <= now;
}
