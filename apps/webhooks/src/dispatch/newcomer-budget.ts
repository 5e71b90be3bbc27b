/** How many requests the new endpoints of an account may get at once, */
const BURST = 10;
/** and the time after which they may get one more. */
const EVERY_MS = 2_000;

/**
 * Bounds the requests to endpoints that have never responded with 2xx, by account: nobody has agreed to receive them. A
 * success gives its request back, so only failures and requests in flight count. Times are milliseconds of any monotonic
 * clock.
 */
export class NewcomerBudget {
  private readonly spent = new Map<number, { requests: number; atMs: number }>();

  /** Returns how many requests the new endpoints of the account may get now. */
  left(accountId: number, nowMs: number): number {
    return Math.max(0, Math.floor(BURST - this.spentBy(accountId, nowMs)));
  }

  take(accountId: number, nowMs: number): void {
    this.set(accountId, this.spentBy(accountId, nowMs) + 1, nowMs);
  }

  giveBack(accountId: number, nowMs: number): void {
    this.set(accountId, this.spentBy(accountId, nowMs) - 1, nowMs);
  }

  /** Returns the accounts that have spent theirs. Forgets those whose budget is full again. */
  spenders(nowMs: number): number[] {
    for (const accountId of this.spent.keys()) this.set(accountId, this.spentBy(accountId, nowMs), nowMs);
    return [...this.spent.keys()].filter((accountId) => this.left(accountId, nowMs) === 0);
  }

  private spentBy(accountId: number, nowMs: number): number {
    const spent = this.spent.get(accountId);
    return spent ? Math.max(0, spent.requests - (nowMs - spent.atMs) / EVERY_MS) : 0;
  }

  private set(accountId: number, requests: number, atMs: number): void {
    if (requests > 0) this.spent.set(accountId, { requests, atMs });
    else this.spent.delete(accountId);
  }
}
