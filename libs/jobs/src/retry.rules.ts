const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 5 * 60 * 1000;
/** Spreads the retries of jobs that failed together. */
const JITTER = 0.2;
/** A job that was overdue when it came, as after a night without the service, is tried so often all the same. */
const MIN_ATTEMPTS = 3;

interface Tries {
  /** Since the job was added or last made progress, the present one included. */
  attempts: number;
  /** Null: it is never given up. */
  deadline: Date | null;
}

/**
 * @param random from 0 to 1, for the jitter.
 * @returns the milliseconds before a job that failed is tried again; null when it is given up.
 */
export function pauseAfterFailure({ attempts, deadline }: Tries, now: number, random: number): number | null {
  if (isOverdue(deadline, now) && attempts >= MIN_ATTEMPTS) return null;
  const pauseMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempts - 1));
  return Math.round(pauseMs * (1 + JITTER * (2 * random - 1)));
}

/**
 * Whether a job that was begun this often is not begun again: its failures were not even noted, so it may be what
 * ended the process.
 */
export function isHopeless({ attempts, deadline }: Tries, now: number): boolean {
  return isOverdue(deadline, now) && attempts > MIN_ATTEMPTS;
}

function isOverdue(deadline: Date | null, now: number): boolean {
  return deadline !== null && deadline.getTime() <= now;
}
