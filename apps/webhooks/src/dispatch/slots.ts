import { isOnTrial, type Lane } from '../lanes/lane';
import type { ClaimedDelivery } from '../attempts/claimed-delivery';

type Request = Lane & Pick<ClaimedDelivery, 'isRetrying' | 'isProven'>;

/** How long an account without room for all of its due lanes is skipped at most. */
const CROWDED_MS = 1_000;

/** Counts this process's concurrent requests by endpoint and by account. Times are milliseconds of any monotonic clock. */
export class Slots {
  private readonly byEndpoint = new Map<number, number>();
  private readonly byAccount = new Map<number, number>();
  /** Until when each account is crowded. */
  private readonly crowded = new Map<number, number>();
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

  /** Notes that the account has due lanes for which it may hold no more slots, although it holds some. */
  noteCrowded(accountId: number, nowMs: number): void {
    if (this.takenByAccount(accountId) > 0) this.crowded.set(accountId, nowMs + CROWDED_MS);
  }

  /** Returns the accounts that were crowded less than a second ago, and of which no request has ended since. */
  crowdedAccounts(nowMs: number): number[] {
    for (const [accountId, untilMs] of this.crowded) if (untilMs <= nowMs) this.crowded.delete(accountId);
    return [...this.crowded.keys()];
  }

  take(request: Request): void {
    this.count(request, 1);
  }

  release(request: Request): void {
    this.count(request, -1);
    this.crowded.delete(request.accountId);
  }

  /** Trials have limits of their own, and do not take room from the other endpoints of the account. */
  private count(request: Request, change: number): void {
    const { accountId, webhookId } = request;
    this.total += change;
    add(this.byEndpoint, webhookId, change);
    if (!isOnTrial(request)) add(this.byAccount, accountId, change);
  }
}

function add(counts: Map<number, number>, key: number, change: number): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
