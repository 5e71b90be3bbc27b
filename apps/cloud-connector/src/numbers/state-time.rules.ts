/** How far the provider's clock may be behind ours. */
const CLOCK_SKEW_MS = 5_000;
const SECOND_MS = 1_000;

/**
 * A moment of ours as a bound for those of the provider, which it writes in whole seconds and by its own clock: what happens
 * there from then on is not before it.
 */
export function asOf(now: Date): Date {
  return wholeSecond(new Date(now.getTime() - CLOCK_SKEW_MS));
}

export function wholeSecond(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / SECOND_MS) * SECOND_MS);
}

/**
 * Whether the provider speaks of a time before the one as of which the status of a number holds. It repeats itself for days and
 * keeps no order. What is of the same second counts, since that does not say what came first.
 */
export function isOutdated({ state_at: stateAt }: { state_at: Date | null }, at: Date): boolean {
  return stateAt !== null && at < stateAt;
}
