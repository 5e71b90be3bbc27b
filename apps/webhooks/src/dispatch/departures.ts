/** So long the deliveries of a lane wait for connections that are being made. */
const PATIENCE_MS = 1_000;

/**
 * Attempts that have started and of which nothing is written yet, since their connections are still being made. Those
 * after them in their lane wait a moment, or they would overtake them on connections that are open. Moments are
 * milliseconds of any one clock.
 */
export class Departures {
  private readonly lanes = new Map<number, { count: number; sinceMs: number }>();

  /** Notes an attempt. @returns what is to be called when it leaves or ends; further calls do nothing. */
  add(webhookId: number, nowMs: number): () => void {
    const lane = this.lanes.get(webhookId);
    if (lane) lane.count += 1;
    else this.lanes.set(webhookId, { count: 1, sinceMs: nowMs });
    let hasLeft = false;
    return () => {
      if (!hasLeft) this.remove(webhookId);
      hasLeft = true;
    };
  }

  /** Milliseconds for which the lane has still to wait; 0 when the next attempt may start now. */
  waitMs(webhookId: number, nowMs: number): number {
    const lane = this.lanes.get(webhookId);
    return lane ? Math.max(0, lane.sinceMs + PATIENCE_MS - nowMs) : 0;
  }

  private remove(webhookId: number): void {
    const lane = this.lanes.get(webhookId)!;
    lane.count -= 1;
    if (lane.count === 0) this.lanes.delete(webhookId);
  }
}
