import type { Outcome } from './outcome.rules';

/**
 * Endpoints whose latest outcome recorded by this process was a failure. Deliveries claimed before it have a stale
 * `mayRecover`, although their success changes the endpoint's health. An entry is kept for as long as such a
 * delivery may be in flight. Times are milliseconds of any monotonic clock.
 */
export class RecentFailures {
  /** When the latest failure of each endpoint was recorded, earliest first. */
  private readonly failures = new Map<number, number>();

  /** @param leaseMs how long a delivery may be in flight. */
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
