/** The rate of a token bucket: a burst, and a refill per second. */
export interface Pace {
  burst: number;
  perSecond: number;
}

interface Bucket {
  tokens: number;
  /** By `performance.now()`. */
  at: number;
}

const MAX_BUCKETS = 50_000;

/**
 * Spreads calls over time to stay within the provider's limits. It knows this process only: what several replicas send
 * together may still be refused, and is then retried.
 */
export class Pacing {
  private readonly buckets = new Map<string, Bucket>();

  /**
   * Takes one token.
   * @returns how long to wait for it, in milliseconds; null, with nothing taken, if that exceeds `patienceMs`.
   */
  acquire(key: string, { burst, perSecond }: Pace, now: number, patienceMs: number): number | null {
    const known = this.buckets.get(key) ?? { tokens: burst, at: now };
    const tokens = Math.min(burst, known.tokens + ((now - known.at) / 1_000) * perSecond);
    const waitMs = tokens >= 1 ? 0 : Math.ceil(((1 - tokens) / perSecond) * 1_000);
    if (waitMs > patienceMs) return null;
    this.keep(key, { tokens: tokens - 1, at: now }, burst);
    return waitMs;
  }

  /** Returns an unused token. */
  giveBack(key: string): void {
    const bucket = this.buckets.get(key);
    if (bucket) bucket.tokens += 1;
  }

  /** Evicts the least recently used bucket first, which is full by then. */
  private keep(key: string, bucket: Bucket, burst: number): void {
    this.buckets.delete(key);
    if (this.buckets.size >= MAX_BUCKETS) {
      const [oldest] = this.buckets.keys();
      this.buckets.delete(oldest!);
    }
    if (bucket.tokens < burst) this.buckets.set(key, bucket);
  }
}
