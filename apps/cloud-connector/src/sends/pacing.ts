/** A bucket of tokens: so many at once, and so many more each second. */
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
 * Spreads what the provider limits over time, so that it need not refuse. It knows this process alone: what several
 * send together the provider may still refuse, and that is asked again.
 */
export class Pacing {
  private readonly buckets = new Map<string, Bucket>();

  /**
   * Takes one token.
   * @returns how long to wait for it, in milliseconds; null, with nothing taken, when that is longer than `patienceMs`.
   */
  take(key: string, { burst, perSecond }: Pace, now: number, patienceMs: number): number | null {
    const known = this.buckets.get(key) ?? { tokens: burst, at: now };
    const tokens = Math.min(burst, known.tokens + ((now - known.at) / 1_000) * perSecond);
    const waitMs = tokens >= 1 ? 0 : Math.ceil(((1 - tokens) / perSecond) * 1_000);
    if (waitMs > patienceMs) return null;
    this.keep(key, { tokens: tokens - 1, at: now }, burst);
    return waitMs;
  }

  /** Gives back a token that was not used. */
  giveBack(key: string): void {
    const bucket = this.buckets.get(key);
    if (bucket) bucket.tokens += 1;
  }

  /** The bucket that was used longest ago is forgotten first, and is full by then. */
  private keep(key: string, bucket: Bucket, burst: number): void {
    this.buckets.delete(key);
    if (this.buckets.size >= MAX_BUCKETS) {
      const [oldest] = this.buckets.keys();
      this.buckets.delete(oldest!);
    }
    if (bucket.tokens < burst) this.buckets.set(key, bucket);
  }
}
