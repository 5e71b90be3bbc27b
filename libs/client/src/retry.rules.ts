/** The outcome of an attempt that did not succeed. */
export interface FailedAttempt {
  /** Undefined if no answer arrived. */
  readonly status: number | undefined;
  /** Whether the API considers the failure retryable; undefined if something else answered, or nothing. */
  readonly retryable: boolean | undefined;
  readonly retryAfterSeconds: number | undefined;
}

export interface RetryPolicy {
  /** Maximum number of retries per request. */
  readonly maxRetries: number;
  /** A retry that would require a longer pause is left to the caller. */
  readonly longestPauseMs: number;
}

/** A per-minute rate limit asks for a pause of at most 61 seconds. */
export const defaultPolicy: RetryPolicy = { maxRetries: 2, longestPauseMs: 65_000 };

const FIRST_PAUSE_MS = 500;
const TOO_MANY_REQUESTS = 429;
const SERVICE_UNAVAILABLE = 503;
const LONGEST_BACKOFF_MS = 8_000;

/**
 * Returns how long to wait before a retry, in milliseconds; null if there is none.
 * @param isRepeatable whether the request is idempotent: it reads, or carries an Idempotency-Key.
 * @param retries the number of retries so far.
 * @param random from 0 to 1, so that clients do not retry in lockstep.
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
  // Both mean that nothing was done.
  if (status === TOO_MANY_REQUESTS || (status === SERVICE_UNAVAILABLE && retryable)) return true;
  if (!isRepeatable) return false;
  return retryable ?? (status === undefined || status >= 500);
}
