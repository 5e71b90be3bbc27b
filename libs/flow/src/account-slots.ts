interface Account {
  taken: number;
  /** Those who wait, longest first. */
  readonly waiting: Set<() => void>;
}

/** Lets each account do so many things at once in this process; others of the same account wait, in order. */
export class AccountSlots {
  private readonly accounts = new Map<number, Account>();

  constructor(private readonly atOnce: number) {}

  /** Takes a slot, which `release` gives back. @returns false if none became free in time. */
  async take(accountId: number, timeoutMs: number): Promise<boolean> {
    if (this.tryTake(accountId)) return true;
    const account = this.accounts.get(accountId)!;
    return new Promise((resolve) => {
      const next = () => end(true);
      const timer = setTimeout(() => end(false), timeoutMs);
      const end = (isTaken: boolean) => {
        clearTimeout(timer);
        account.waiting.delete(next);
        resolve(isTaken);
      };
      account.waiting.add(next);
    });
  }

  /** Takes a slot if one is free. @returns false if none is. */
  tryTake(accountId: number): boolean {
    const account = this.accounts.get(accountId) ?? { taken: 0, waiting: new Set() };
    if (account.taken >= this.atOnce) return false;
    this.accounts.set(accountId, account);
    account.taken += 1;
    return true;
  }

  /** Does work in a slot. @throws the refusal if none became free in time; the work is not begun then. */
  async run<T>(
    accountId: number,
    work: () => Promise<T>,
    { timeoutMs, refusal }: { timeoutMs: number; refusal: () => Error },
  ): Promise<T> {
    if (!(await this.take(accountId, timeoutMs))) throw refusal();
    try {
      return await work();
    } finally {
      this.release(accountId);
    }
  }

  release(accountId: number): void {
    const account = this.accounts.get(accountId)!;
    const [next] = account.waiting;
    if (next) return next();
    account.taken -= 1;
    if (account.taken === 0) this.accounts.delete(accountId);
  }
}
