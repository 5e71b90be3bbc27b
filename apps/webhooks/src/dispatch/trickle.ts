import { dealShares, type Share } from './slots.rules';

/** How many deliveries start together: those of others wait while they are signed and written. */
const TOGETHER = 4;
/** How long the next ones then wait. */
const EVERY_MS = 5;

/**
 * The deliveries of backlogs that give way: they start a few at a time, so that an event for another endpoint finds the
 * process free. Moments are milliseconds of any one clock.
 */
export class Trickle {
  private nextAtMs = -Infinity;

  /** Milliseconds until more may start. */
  waitMs(nowMs: number): number {
    return Math.max(0, this.nextAtMs - nowMs);
  }

  /** @returns what of these shares starts now. */
  take(shares: readonly Share[], nowMs: number): Share[] {
    if (shares.length === 0 || this.waitMs(nowMs) > 0) return [];
    this.nextAtMs = nowMs + EVERY_MS;
    return dealShares(shares, TOGETHER);
  }
}
