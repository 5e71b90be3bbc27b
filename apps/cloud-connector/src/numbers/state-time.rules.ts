/** How far the provider's clock may be behind ours. */
const CLOCK_SKEW_MS = 5_000;
const SECOND_MS = 1_000;

/**
 * Converts a time of our clock into a lower bound for the provider's times, which are whole seconds of its own clock:
 * whatever happens there from then on is not earlier.
 */
export function asOf(now: Date): Date {
  return wholeSecond(new Date(now.getTime() - CLOCK_SKEW_MS));
}

export function wholeSecond(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / SECOND_MS) * SECOND_MS);
}

/**
 * Whether a report of the provider is older than what is known of the number. The provider repeats reports for days, in
 * any order. Reports of the same second count, since their order is unknown.
 */
export function isOutdated(known: Date | null, at: Date): boolean {
  return known !== null && at < known;
}
