/** Attempts per second, and as many at once after a rest. */
const RATE = 200;

/**
 * Bounds what this process spends on endpoints that only fail: how many of their requests run at once, and how many
 * begin in a second. So the cost of dead endpoints is the same however many there are.
 */
export class RetryBudget {
  private tokens = RATE;
  private filledAtMs = 0;
  private running = 0;

  constructor(private readonly slots: number) {}

  /** How many may begin now. Moments are milliseconds of any one clock. */
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
