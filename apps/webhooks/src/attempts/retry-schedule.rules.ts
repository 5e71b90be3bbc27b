const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The delays before the second and each later attempt: ten attempts in about 76 hours. */
const DELAYS_MS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
/** Spreads retries, so that a recovering receiver does not get all of them at once. */
const JITTER = 0.2;

/**
 * @param attempts how many attempts have been made.
 * @param random from 0 to 1, for the jitter.
 * @returns the delay before the next attempt; null if there is none.
 */
export function retryDelayMs(attempts: number, random: number): number | null {
  const delayMs = DELAYS_MS[attempts - 1];
  return delayMs === undefined ? null : Math.round(delayMs * (1 + JITTER * (2 * random - 1)));
}
