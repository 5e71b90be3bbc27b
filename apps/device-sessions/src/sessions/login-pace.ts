/** Spaces the logins of this replica, so that a restart of many sessions is no storm for the network. */
export class LoginPace {
  /** Monotonic milliseconds. */
  private nextAt = 0;

  constructor(private readonly intervalMs: number) {}

  /** Resolves when the next login is due. */
  async turn(): Promise<void> {
    const now = performance.now();
    const at = Math.max(now, this.nextAt);
    this.nextAt = at + this.intervalMs;
    if (at > now) await new Promise((resolve) => setTimeout(resolve, at - now));
  }
}
