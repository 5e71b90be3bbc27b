import { capShares, type Share } from './slots.rules';

/** How many deliveries start together. Events for other endpoints wait while these are signed and written. */
const TOGETHER = 2;
/** How long the next group waits. */
const EVERY_MS = 5;

/**
 * Limits backlogs that yield to a few deliveries at a time, so that an event for another endpoint finds the event loop
 * free. Times are milliseconds of any monotonic clock.
 */
export class Trickle {
  private nextAtMs = -Infinity;

  /** Returns the ms until more may start. */
  waitMs(nowMs: number): number {
    return Math.max(0, this.nextAtMs - nowMs);
  }

  /** @returns the part of these shares that starts now. */
  take(shares: readonly Share[], nowMs: number): Share[] {
    if (shares.length === 0 || this.waitMs(nowMs) > 0) return [];
    this.nextAtMs = nowMs + EVERY_MS;
    return capShares(shares, TOGETHER);
  }
}
