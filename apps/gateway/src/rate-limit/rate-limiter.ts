import { Injectable } from '@nestjs/common';
import { Batcher } from '@chat/flow';
import { wasRolledBack } from '@chat/service-kit';
import { inTime } from '../questions/questions';
import { RateWindowsRepository, type Grant, type Wish } from './rate-windows.repository';

/** The state of the limit after a request. */
export interface Allowance {
  isGranted: boolean;
  limit: number;
  remaining: number;
  /** Whole seconds until requests are allowed again. */
  resetSeconds: number;
}

interface Request {
  accountId: number;
  limit: number;
}

/** Larger than the number of requests that a gateway ever has in flight. */
const BATCH_SIZE = 1_000;

/**
 * The rate limit of accounts, exact across all gateways, because nothing is reserved in advance. Requests that arrive
 * while a statement is in flight share the next one; an exhausted account is refused in memory until its reset.
 */
@Injectable()
export class RateLimiter {
  private readonly requests = new Batcher((requests: Request[]) => this.takeAll(requests), {
    size: BATCH_SIZE,
    changedNothing: wasRolledBack,
  });
  private readonly exhausted = new Map<number, { limit: number; until: number }>();

  constructor(private readonly windows: RateWindowsRepository) {}

  /** @param limit requests per minute. */
  async consume(accountId: number, limit: number): Promise<Allowance> {
    return this.refuse(accountId, limit) ?? this.requests.add({ accountId, limit });
  }

  /** Refuses without a query while the account is known to be exhausted. A changed limit causes a query. */
  private refuse(accountId: number, limit: number): Allowance | null {
    const exhaustion = this.exhausted.get(accountId);
    if (!exhaustion) return null;
    const resetMs = exhaustion.until - performance.now();
    if (exhaustion.limit === limit && resetMs > 0) {
      return { isGranted: false, limit, remaining: 0, resetSeconds: Math.ceil(resetMs / 1_000) };
    }
    this.exhausted.delete(accountId);
    return null;
  }

  private async takeAll(requests: Request[]): Promise<Allowance[]> {
    const wishes = new Map<number, Wish>();
    const places = requests.map(({ accountId, limit }) => {
      const place = wishes.get(accountId)?.asked ?? 0;
      wishes.set(accountId, { accountId, asked: place + 1, limit });
      return place;
    });
    const inOrder = [...wishes.values()].sort((a, b) => a.accountId - b.accountId);
    const grants = await inTime(this.windows.consume(inOrder));
    const grantOf = new Map(inOrder.map((wish, index) => [wish.accountId, grants[index]!]));
    for (const { accountId, limit } of inOrder)
      this.noteExhaustion(accountId, limit, grantOf.get(accountId)!);
    return requests.map(({ accountId }, index) => {
      const { limit } = wishes.get(accountId)!;
      return allowanceOf(places[index]!, limit, grantOf.get(accountId)!);
    });
  }

  private noteExhaustion(accountId: number, limit: number, { remaining, resetMs }: Grant): void {
    if (remaining === 0) this.exhausted.set(accountId, { limit, until: performance.now() + resetMs });
  }
}

/** Derives the allowance of one request from the grant shared by several. @param place its position among them. */
function allowanceOf(place: number, limit: number, { granted, remaining, resetMs }: Grant): Allowance {
  return {
    isGranted: place < granted,
    limit,
    remaining: remaining + Math.max(granted - 1 - place, 0),
    resetSeconds: Math.ceil(resetMs / 1_000),
  };
}
