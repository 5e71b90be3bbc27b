import { Injectable } from '@nestjs/common';
import { HeldLanes } from './held-lanes';
import { capShares, type Share } from './slots.rules';

/** How long a lane counts as active after its latest deliveries. */
const ACTIVE_MS = 1_000;
/** How many deliveries of backlogs may be claimed and queued, divided equally among the backlogs. */
const MOST_AHEAD = 32;
/** After each claim of backlogs, the next one waits for this multiple of its duration, within the bounds below. */
const PAUSE = 8;
const SHORTEST_PAUSE_MS = 40;
const LONGEST_PAUSE_MS = 500;
/** How many deliveries start together. Events for other endpoints wait while these are signed and written. */
const TOGETHER = 2;
/** How long the next group waits. */
const EVERY_MS = 5;

/**
 * Backlogs give way: while lanes without a backlog are active, only a few of the backlogs' deliveries are claimed, and they
 * start in small groups. So an event for another endpoint finds Postgres and the event loop free. Times are milliseconds of
 * any monotonic clock.
 */
@Injectable()
export class RightOfWay {
  /** When each lane that recently had deliveries stops counting as active, earliest first. */
  private readonly activeUntilMs = new Map<number, number>();
  private nextStartAtMs = -Infinity;

  constructor(private readonly held: HeldLanes) {}

  noteActive(webhookId: number, nowMs: number): void {
    this.activeUntilMs.delete(webhookId);
    this.activeUntilMs.set(webhookId, nowMs + ACTIVE_MS);
  }

  /** Returns whether a lane without a backlog had deliveries recently. Forgets those that had none. */
  mustGiveWay(nowMs: number): boolean {
    for (const [webhookId, untilMs] of this.activeUntilMs) {
      if (untilMs <= nowMs) this.activeUntilMs.delete(webhookId);
      else if (!this.held.has(webhookId)) return true;
    }
    return false;
  }

  /**
   * Returns the part of these shares of backlogs that may be claimed.
   * @param queuedOf how many claimed deliveries of a lane wait already.
   */
  toClaim(shares: readonly Share[], queuedOf: (webhookId: number) => number): Share[] {
    // Limited per lane, so that deliveries queued for a hanging receiver do not keep other backlogs from being claimed.
    const most = Math.ceil(MOST_AHEAD / this.held.size);
    const parts = shares.map((share) => ({
      ...share,
      quota: Math.min(share.quota, most - queuedOf(share.webhookId)),
    }));
    return capShares(parts, MOST_AHEAD);
  }

  /** Returns how long the next claim of backlogs waits after one that took this long. */
  pauseMs(claimMs: number): number {
    return Math.min(Math.max(PAUSE * claimMs, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS);
  }

  /** Returns the part of these shares of backlogs that starts now. */
  toStart(shares: readonly Share[], nowMs: number): Share[] {
    if (shares.length === 0 || this.untilStartMs(nowMs) > 0) return [];
    this.nextStartAtMs = nowMs + EVERY_MS;
    return capShares(shares, TOGETHER);
  }

  /** Returns the ms until the next group may start. */
  untilStartMs(nowMs: number): number {
    return Math.max(0, this.nextStartAtMs - nowMs);
  }
}
