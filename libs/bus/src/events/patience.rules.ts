/** For so long an event that fails is tried again: an outage of something it needs is no fault of the event. */
const DEFAULT_PATIENCE_MS = 60 * 60 * 1000;
/** For so long also one that was old when it came, as after a night without this service. */
const MIN_TRYING_MS = 60 * 1000;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30 * 1000;

/** @returns the pause in milliseconds before an event that failed is tried again; null when it is given up. */
export function pauseAfterFailure(
  { ageMs, tries }: { ageMs: number; tries: number },
  patienceMs = DEFAULT_PATIENCE_MS,
): number | null {
  // Pauses double, so the next one is about as long as all tries so far took.
  const triedMs = FIRST_PAUSE_MS * 2 ** (tries - 1);
  const isGivenUp = ageMs >= patienceMs && triedMs >= Math.min(patienceMs, MIN_TRYING_MS);
  return isGivenUp ? null : Math.min(MAX_PAUSE_MS, triedMs);
}
