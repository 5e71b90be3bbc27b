interface Waiting {
  readonly accountId: number;
  readonly bytes: number;
  readonly end: (isAcquired: boolean) => void;
}

/**
 * Shares a number of bytes of this process among accounts. An account may acquire more as long as it then holds no more than
 * what remains free: a single account gets half, two get a third each, and the next one always finds as much free as each
 * of them holds.
 */
export class ByteBudget {
  private readonly taken = new Map<number, number>();
  /** Waiting callers, in order of arrival. */
  private readonly waiting = new Set<Waiting>();
  private free: number;

  constructor(maxBytes: number) {
    this.free = maxBytes;
  }

  /** How many bytes an account holds. */
  takenBy(accountId: number): number {
    return this.taken.get(accountId) ?? 0;
  }

  /** Acquires bytes, to be returned with `release`. @returns false if they did not become free in time. */
  async acquire(accountId: number, bytes: number, timeoutMs: number): Promise<boolean> {
    if (this.tryAcquire(accountId, bytes)) return true;
    return new Promise((resolve) => {
      const timer = setTimeout(() => end(false), timeoutMs);
      const end = (isAcquired: boolean) => {
        clearTimeout(timer);
        this.waiting.delete(waiting);
        resolve(isAcquired);
      };
      const waiting = { accountId, bytes, end };
      this.waiting.add(waiting);
    });
  }

  release(accountId: number, bytes: number): void {
    this.change(accountId, -bytes);
    for (const { accountId: account, bytes: wanted, end } of this.waiting) {
      if (this.tryAcquire(account, wanted)) end(true);
    }
  }

  private tryAcquire(accountId: number, bytes: number): boolean {
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
