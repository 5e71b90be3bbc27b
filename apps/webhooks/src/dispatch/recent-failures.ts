import type { Outcome } from './outcome.rules';

/**
 * Endpoints whose latest outcome that this process wrote was a failure: deliveries that were claimed before do not know of
 * it, so their success is news. It remembers them for as long as such a delivery may be under way. Moments are milliseconds
 * of any one clock.
 */
export class RecentFailures {
  /** When the latest failure of each endpoint was written, the earliest first. */
  private readonly failures = new Map<number, number>();

  /** @param leaseMs how long a delivery may be under way. */
  constructor(private readonly leaseMs: number) {}

  has(webhookId: number): boolean {
    return this.failures.has(webhookId);
  }

  note(outcomes: readonly Outcome[], nowMs: number): void {
    for (const { webhookId, hasSuccess } of outcomes) {
      this.failures.delete(webhookId);
      if (!hasSuccess) this.failures.set(webhookId, nowMs);
    }
    for (const [webhookId, atMs] of this.failures) {
      if (nowMs - atMs < this.leaseMs) break;
      this.failures.delete(webhookId);
    }
  }
}
