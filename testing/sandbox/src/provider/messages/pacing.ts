/** A burst, and a number of further messages per second. */
export interface Pace {
  burst: number;
  perSecond: number;
}

/** Idle keys have a full burst again, so they are forgotten above this size. */
const SWEEP_SIZE = 10_000;

/** Limits a rate for each key; in memory, so a restart resets it. */
export class Pacing {
  private readonly buckets = new Map<string, { left: number; at: number }>();

  /**
   * @returns false when the key has exceeded its rate.
   * @param nowMs of a monotonic clock.
   */
  take(key: string, { burst, perSecond }: Pace, nowMs: number): boolean {
    const bucket = this.buckets.get(key) ?? { left: burst, at: nowMs };
    const left = Math.min(burst, bucket.left + ((nowMs - bucket.at) / 1000) * perSecond);
    const isAllowed = left >= 1;
    this.buckets.set(key, { left: isAllowed ? left - 1 : left, at: nowMs });
    if (this.buckets.size > SWEEP_SIZE) this.sweep({ burst, perSecond }, nowMs);
    return isAllowed;
  }

  /** Number of keys remembered. */
  get size(): number {
    return this.buckets.size;
  }

  private sweep({ burst, perSecond }: Pace, nowMs: number): void {
    for (const [key, { left, at }] of this.buckets) {
      if (left + ((nowMs - at) / 1000) * perSecond >= burst) this.buckets.delete(key);
    }
  }
}
