const CHECK_MS = 5_000;
const MAX_SILENCE_MS = 45_000;

/** Watches one connection, and reports when its network has given no sign of life for 45 s. */
export class SilenceWatch {
  private aliveAt = performance.now();
  private checkedAt = this.aliveAt;
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly onSilence: () => void) {
    this.timer = setInterval(() => this.check(), CHECK_MS);
  }

  alive(): void {
    this.aliveAt = performance.now();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private check(): void {
    const now = performance.now();
    // While the process stood still it could not hear anything either.
    if (now - this.checkedAt > 2 * CHECK_MS) this.aliveAt = now;
    this.checkedAt = now;
    if (now - this.aliveAt <= MAX_SILENCE_MS) return;
    this.stop();
    this.onSilence();
  }
}
