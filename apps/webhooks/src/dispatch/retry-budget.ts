/** Attempts per second, and the burst after a pause. */
const RATE = 200;

/**
 * Bounds what this process spends on failing endpoints: their concurrent requests, and how many start per second. The
 * cost of dead endpoints is thus the same however many there are.
 */
export class RetryBudget {
  private tokens = RATE;
  private filledAtMs = 0;
  private running = 0;

  constructor(private readonly slots: number) {}

  /** Returns how many retries may start now. Times are milliseconds of any monotonic clock. */
  available(nowMs: number): number {
    this.tokens = Math.min(RATE, this.tokens + ((nowMs - this.filledAtMs) / 1_000) * RATE);
    this.filledAtMs = nowMs;
    return Math.max(0, Math.min(Math.floor(this.tokens), this.slots - this.running));
  }

  take(nowMs: number): void {
    this.available(nowMs);
    this.tokens -= 1;
    this.running += 1;
  }

  release(): void {
    this.running -= 1;
  }
}
