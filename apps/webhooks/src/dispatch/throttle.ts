/** How long an endpoint stays throttled after its last excessive exchange: beyond the second retry of what failed. */
const THROTTLED_MS = 10 * 60_000;
/** How long it rests after each of them. */
const REST_MS = 100;

/**
 * Endpoints whose exchanges cost more than an honest one does: each is called once at a time, and rests in between.
 * Moments are milliseconds of any one clock.
 */
export class Throttle {
  /** When the last excessive exchange of each endpoint ended, the earliest first. */
  private readonly excesses = new Map<number, number>();

  noteExcess(webhookId: number, nowMs: number): void {
    this.excesses.delete(webhookId);
    this.excesses.set(webhookId, nowMs);
    for (const id of this.excesses.keys()) {
      if (this.isThrottled(id, nowMs)) break;
      this.excesses.delete(id);
    }
  }

  isThrottled(webhookId: number, nowMs: number): boolean {
    return nowMs - this.lastExcess(webhookId) < THROTTLED_MS;
  }

  /** Milliseconds until the endpoint may be called again; 0 when it may be now. */
  restMs(webhookId: number, nowMs: number): number {
    return Math.max(0, this.lastExcess(webhookId) + REST_MS - nowMs);
  }

  /** How many endpoints are remembered. */
  get size(): number {
    return this.excesses.size;
  }

  private lastExcess(webhookId: number): number {
    return this.excesses.get(webhookId) ?? -Infinity;
  }
}
