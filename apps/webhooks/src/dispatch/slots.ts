import type { Lane } from '../lanes/lane';

/** Counts this process's concurrent requests by endpoint and by account. */
export class Slots {
  private readonly byEndpoint = new Map<number, number>();
  private readonly byAccount = new Map<number, number>();
  private total = 0;

  constructor(private readonly size: number) {}

  get free(): number {
    return this.size - this.total;
  }

  takenBy(webhookId: number): number {
    return this.byEndpoint.get(webhookId) ?? 0;
  }

  takenByAccount(accountId: number): number {
    return this.byAccount.get(accountId) ?? 0;
  }

  /** Returns the accounts that hold at least this many slots. */
  accountsHolding(count: number): number[] {
    return [...this.byAccount].filter(([, taken]) => taken >= count).map(([accountId]) => accountId);
  }

  take({ accountId, webhookId }: Lane, count = 1): void {
    this.total += count;
    add(this.byEndpoint, webhookId, count);
    add(this.byAccount, accountId, count);
  }

  release(lane: Lane, count = 1): void {
    this.take(lane, -count);
  }
}

function add(counts: Map<number, number>, key: number, change: number): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
