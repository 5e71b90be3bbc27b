/** What became of one attempt that was no success. */
export interface FailedAttempt {
  /** Undefined when no answer came. */
  readonly status: number | undefined;
  /** What the API says of the failure; undefined when something else answered, or nothing. */
  readonly retryable: boolean | undefined;
  readonly retryAfterSeconds: number | undefined;
}

export interface RetryPolicy {
  /** How often a request is repeated at most. */
  readonly maxRetries: number;
  /** A longer pause than this is left to the caller. */
  readonly longestPauseMs: number;
}

/** A rate limit of a minute says 61 seconds at most. */
export const defaultPolicy: RetryPolicy = { maxRetries: 2, longestPauseMs: 65_000 };

const FIRST_PAUSE_MS = 500;
const TOO_MANY_REQUESTS = 429;
const SERVICE_UNAVAILABLE = 503;
const LONGEST_BACKOFF_MS = 8_000;

/**
 * How long to wait before the request is repeated, in milliseconds; null: it is not.
 * @param isRepeatable whether the request has the same effect once and twice: it reads, or carries an Idempotency-Key.
 * @param retries how often it has been repeated already.
 * @param random from 0 to 1, so that clients do not come back together.
 */
export function pauseBeforeRetry(
  attempt: FailedAttempt,
  { isRepeatable, retries, random }: { isRepeatable: boolean; retries: number; random: number },
  { maxRetries, longestPauseMs }: RetryPolicy,
): number | null {
  if (retries >= maxRetries || !mayRepeat(attempt, isRepeatable)) return null;
  const backoff = Math.min(FIRST_PAUSE_MS * 2 ** retries, LONGEST_BACKOFF_MS) * (0.5 + random / 2);
  const pause = attempt.retryAfterSeconds === undefined ? backoff : attempt.retryAfterSeconds * 1_000;
  return pause <= longestPauseMs ? pause : null;
}

function mayRepeat({ status, retryable }: FailedAttempt, isRepeatable: boolean): boolean {
  // Both say that nothing was done.
  if (status === TOO_MANY_REQUESTS || (status === SERVICE_UNAVAILABLE && retryable)) return true;
  if (!isRepeatable) return false;
  return retryable ?? (status === undefined || status >= 500);
}
