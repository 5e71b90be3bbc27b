/** So many at once, and so many more each second. */
export interface Pace {
  burst: number;
  perSecond: number;
}

/** Keys that rest this long are full again and forgotten. */
const SWEEP_SIZE = 10_000;

/** How often something may happen for each key; in memory, so a restart forgives. */
export class Pacing {
  private readonly buckets = new Map<string, { left: number; at: number }>();

  /** @returns false when the key is out of turns now. @param nowMs of a clock that only goes forward. */
  take(key: string, { burst, perSecond }: Pace, nowMs: number): boolean {
    const bucket = this.buckets.get(key) ?? { left: burst, at: nowMs };
    const left = Math.min(burst, bucket.left + ((nowMs - bucket.at) / 1000) * perSecond);
    const isAllowed = left >= 1;
    this.buckets.set(key, { left: isAllowed ? left - 1 : left, at: nowMs });
    if (this.buckets.size > SWEEP_SIZE) this.sweep({ burst, perSecond }, nowMs);
    return isAllowed;
  }

  /** How many keys are remembered. */
  get size(): number {
    return this.buckets.size;
  }

  private sweep({ burst, perSecond }: Pace, nowMs: number): void {
    for (const [key, { left, at }] of this.buckets) {
      if (left + ((nowMs - at) / 1000) * perSecond >= burst) this.buckets.delete(key);
    }
  }
}
