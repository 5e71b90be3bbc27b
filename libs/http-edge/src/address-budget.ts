/** The limit of each address. */
export interface Budget {
  /** The maximum at once; it is refilled evenly over the window. */
  readonly count: number;
  readonly windowMs: number;
}

const MAX_ADDRESSES = 50_000;
const ROUNDING_MS = 0.001;

/**
 * A rate limit per address (`ClientAddress.block`) in the memory of this process. The generic cell rate algorithm needs one
 * number per address; beyond 50,000 addresses, the least recently used one is dropped.
 */
export class AddressBudget {
  /** When the whole budget of an address will be free again, in the order in which they spent. */
  private readonly freeAt = new Map<string, number>();
  private readonly costMs: number;

  constructor(private readonly budget: Budget) {
    this.costMs = budget.windowMs / budget.count;
  }

  /** Spends one. @returns 0, or the seconds to wait if none is left; nothing is spent then. */
  spend(block: string): number {
    const now = performance.now();
    const freeAt = Math.max(this.freeAt.get(block) ?? 0, now) + this.costMs;
    const waitMs = freeAt - now - this.budget.windowMs;
    // The sum of all costs differs from the window by the rounding of each.
    if (waitMs > ROUNDING_MS) return Math.ceil(waitMs / 1_000);
    this.keep(block, freeAt);
    return 0;
  }

  /** Refunds one that was spent. */
  refund(block: string): void {
    const freeAt = this.freeAt.get(block);
    if (freeAt !== undefined) this.freeAt.set(block, freeAt - this.costMs);
  }

  private keep(block: string, freeAt: number): void {
    this.freeAt.delete(block);
    this.freeAt.set(block, freeAt);
    if (this.freeAt.size <= MAX_ADDRESSES) return;
    for (const oldest of this.freeAt.keys()) {
      this.freeAt.delete(oldest);
      return;
    }
  }
}
