/** How many requests the unproven endpoints of an account may get at once, */
const BURST = 10;
/** and the time after which they may get one more. */
const EVERY_MS = 2_000;
/** The time after an excessive exchange, in which they get none. */
const AFTER_EXCESS_MS = 100;
/** An excessive exchange leaves room for one request, after that time: several at once would hold up everybody. */
const MISSING_AFTER_EXCESS_MS = (BURST - 1) * EVERY_MS + AFTER_EXCESS_MS;

/** The end of a request, as far as it determines what the request costs. */
export interface UnprovenEnd {
  /** Whether it succeeded or reached nobody. */
  isHarmless: boolean;
  isExcessive: boolean;
}

/**
 * Bounds the requests to unproven endpoints, by account: either nobody has agreed to receive them, or the latest exchange
 * cost more than a normal one. A normal success costs nothing, so only others and requests in flight count. Times are
 * milliseconds of any monotonic clock.
 */
export class UnprovenBudget {
  /** When the whole budget of each account is available again. */
  private readonly fullAtMs = new Map<number, number>();

  /** Returns how many requests the unproven endpoints of the account may get now. */
  left(accountId: number, nowMs: number): number {
    return Math.max(0, Math.floor(BURST - this.missingMs(accountId, nowMs) / EVERY_MS));
  }

  /** Returns how long it takes until they may get a request. */
  untilLeftMs(accountId: number, nowMs: number): number {
    return Math.max(0, this.missingMs(accountId, nowMs) - (BURST - 1) * EVERY_MS);
  }

  noteStart(accountId: number, nowMs: number): void {
    this.fullAtMs.set(accountId, this.fullAt(accountId, nowMs) + EVERY_MS);
  }

  noteEnd(accountId: number, { isHarmless, isExcessive }: UnprovenEnd, nowMs: number): void {
    const fullAtMs = this.fullAt(accountId, nowMs) - (isHarmless ? EVERY_MS : 0);
    const leastMs = isExcessive ? nowMs + MISSING_AFTER_EXCESS_MS : nowMs;
    this.fullAtMs.set(accountId, Math.max(fullAtMs, leastMs));
  }

  /** Returns the accounts that have spent theirs. Forgets those whose budget is full again. */
  overspent(nowMs: number): number[] {
    for (const [accountId, atMs] of this.fullAtMs) if (atMs <= nowMs) this.fullAtMs.delete(accountId);
    return [...this.fullAtMs.keys()].filter((accountId) => this.left(accountId, nowMs) === 0);
  }

  private missingMs(accountId: number, nowMs: number): number {
    return this.fullAt(accountId, nowMs) - nowMs;
  }

  private fullAt(accountId: number, nowMs: number): number {
    return Math.max(nowMs, this.fullAtMs.get(accountId) ?? nowMs);
  }
}
