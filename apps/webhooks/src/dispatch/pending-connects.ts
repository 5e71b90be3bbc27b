/** How long the deliveries of a lane wait for a connection that is being established. */
const PATIENCE_MS = 1_000;

/**
 * Attempts that have started but written nothing yet, because their connections are still being established. Later
 * deliveries of the same lane wait a moment, or they would overtake them on open connections. Times are milliseconds of
 * any monotonic clock.
 */
export class PendingConnects {
  private readonly lanes = new Map<number, { count: number; sinceMs: number }>();

  /**
   * Notes an attempt.
   * @returns a function to call when its first byte is written or it ends; further calls do nothing.
   */
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

  /** Returns the ms until the lane's next attempt may start; 0 if it may start now. */
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
