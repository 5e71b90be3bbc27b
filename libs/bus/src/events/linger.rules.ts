/** From so many events in one batch on there is load, so many that waiting saves more than it delays. */
const BUSY = 5;

/**
 * How long to wait after a batch of so many events before the next one, in milliseconds, so that those that come share its
 * cost. An event that comes alone after a pause never waits.
 */
export function lingerAfter(events: number): number {
  if (events === 0) return 0;
  return events < BUSY ? 10 : 25;
}
