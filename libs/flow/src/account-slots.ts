interface Account {
  taken: number;
  /** Waiting callers, in order of arrival. */
  readonly waiting: Set<() => void>;
}

/** Limits how much each account does at once in this process; further work of the same account waits, in order. */
export class AccountSlots {
  private readonly accounts = new Map<number, Account>();

  constructor(private readonly atOnce: number) {}

  /** Acquires a slot, to be returned with `release`. @returns false if none became free in time. */
  async acquire(accountId: number, timeoutMs: number): Promise<boolean> {
    if (this.tryAcquire(accountId)) return true;
    const account = this.accounts.get(accountId)!;
    return new Promise((resolve) => {
      const next = () => end(true);
      const timer = setTimeout(() => end(false), timeoutMs);
      const end = (isAcquired: boolean) => {
        clearTimeout(timer);
        account.waiting.delete(next);
        resolve(isAcquired);
      };
      account.waiting.add(next);
    });
  }

  /** Acquires a slot if one is free. @returns false otherwise. */
  tryAcquire(accountId: number): boolean {
    const account = this.accounts.get(accountId) ?? { taken: 0, waiting: new Set() };
    if (account.taken >= this.atOnce) return false;
    this.accounts.set(accountId, account);
    account.taken += 1;
    return true;
  }

  /** Runs work in a slot. @throws the refusal if none became free in time; the work is not started then. */
  async run<T>(
    accountId: number,
    work: () => Promise<T>,
    { timeoutMs, refusal }: { timeoutMs: number; refusal: () => Error },
  ): Promise<T> {
    if (!(await this.acquire(accountId, timeoutMs))) throw refusal();
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
