/** What one budget grants each address. */
export interface Budget {
  /** How many at once; spent ones come back evenly over the window. */
  readonly count: number;
  readonly windowMs: number;
}

const MAX_ADDRESSES = 50_000;
const ROUNDING_MS = 0.001;

/**
 * Counts something per address (`ClientAddress.block`) in the memory of this process. An address costs one number
 * (the generic cell rate algorithm); beyond 50,000 addresses the one that spent longest ago is forgotten.
 */
export class AddressBudget {
  /** When the whole budget of an address will be free again, in the order in which they spent. */
  private readonly freeAt = new Map<string, number>();
  private readonly costMs: number;

  constructor(private readonly budget: Budget) {
    this.costMs = budget.windowMs / budget.count;
  }

  /** Takes one. @returns 0, or the whole seconds to wait when none is left; then nothing is taken. */
  spend(block: string): number {
    const now = performance.now();
    const freeAt = Math.max(this.freeAt.get(block) ?? 0, now) + this.costMs;
    const waitMs = freeAt - now - this.budget.windowMs;
    // The sum of all costs differs from the window by the rounding of each.
    if (waitMs > ROUNDING_MS) return Math.ceil(waitMs / 1_000);
    this.keep(block, freeAt);
    return 0;
  }

  /** Gives back one that was taken. */
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
