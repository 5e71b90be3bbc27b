/** How long a failing event is retried: an outage of something it needs is not the event's fault. */
const DEFAULT_PATIENCE_MS = 60 * 60 * 1000;
/** How long an event that was already old on arrival is retried, as after a night without this service. */
const MIN_TRYING_MS = 60 * 1000;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30 * 1000;

/** @returns the pause in milliseconds before a failed event is retried; null if it is given up. */
export function pauseAfterFailure(
  { ageMs, tries }: { ageMs: number; tries: number },
  patienceMs = DEFAULT_PATIENCE_MS,
): number | null {
  // Pauses double, so the next one is about as long as all attempts so far together.
  const triedMs = FIRST_PAUSE_MS * 2 ** (tries - 1);
  const isGivenUp = ageMs >= patienceMs && triedMs >= Math.min(patienceMs, MIN_TRYING_MS);
  return isGivenUp ? null : Math.min(MAX_PAUSE_MS, triedMs);
}
