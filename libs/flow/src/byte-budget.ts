interface Waiting {
  readonly accountId: number;
  readonly bytes: number;
  readonly end: (isTaken: boolean) => void;
}

/**
 * Shares so many bytes of this process among accounts. An account may take more as long as it then has no more than it
 * leaves free: alone it gets half, two get a third each, and whoever comes next always finds as much as each of them has.
 */
export class ByteBudget {
  private readonly taken = new Map<number, number>();
  /** Those who wait, longest first. */
  private readonly waiting = new Set<Waiting>();
  private free: number;

  constructor(maxBytes: number) {
    this.free = maxBytes;
  }

  /** How much an account has taken. */
  takenBy(accountId: number): number {
    return this.taken.get(accountId) ?? 0;
  }

  /** Takes bytes, which `release` gives back. @returns false if they did not become free in time. */
  async take(accountId: number, bytes: number, timeoutMs: number): Promise<boolean> {
    if (this.takeNow(accountId, bytes)) return true;
    return new Promise((resolve) => {
      const timer = setTimeout(() => end(false), timeoutMs);
      const end = (isTaken: boolean) => {
        clearTimeout(timer);
        this.waiting.delete(waiting);
        resolve(isTaken);
      };
      const waiting = { accountId, bytes, end };
      this.waiting.add(waiting);
    });
  }

  release(accountId: number, bytes: number): void {
    this.change(accountId, -bytes);
    for (const { accountId: account, bytes: wanted, end } of this.waiting) {
      if (this.takeNow(account, wanted)) end(true);
    }
  }

  private takeNow(accountId: number, bytes: number): boolean {
    const fits = this.takenBy(accountId) + bytes <= this.free - bytes;
    if (fits) this.change(accountId, bytes);
    return fits;
  }

  private change(accountId: number, bytes: number): void {
    const taken = this.takenBy(accountId) + bytes;
    if (taken === 0) this.taken.delete(accountId);
    else this.taken.set(accountId, taken);
    this.free -= bytes;
  }
}
