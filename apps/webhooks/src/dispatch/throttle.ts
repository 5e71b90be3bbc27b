/**
 * How long an endpoint stays throttled after its last excessive exchange: until after the second retry of the failed
 * delivery.
 */
const THROTTLED_MS = 10 * 60_000;
/** How long the endpoint rests after each excessive exchange. */
const REST_MS = 100;

/**
 * Endpoints whose exchanges cost more than normal ones: each gets one request at a time, with a pause after each
 * excessive exchange. Times are milliseconds of any monotonic clock.
 */
export class Throttle {
  /** When the last excessive exchange of each endpoint ended, earliest first. */
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

  /** Returns the ms until the endpoint may be called again; 0 if it may be called now. */
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
