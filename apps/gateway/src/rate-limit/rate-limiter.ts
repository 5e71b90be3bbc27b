import { Injectable } from '@nestjs/common';
import { RateWindowsRepository } from './rate-windows.repository';

/** What the limit says to one request. */
export interface Allowance {
  isGranted: boolean;
  limit: number;
  remaining: number;
  /** Whole seconds until room comes back. */
  resetSeconds: number;
}

interface Waiter {
  resolve: (allowance: Allowance) => void;
  reject: (error: unknown) => void;
}

interface Queue {
  waiting: Waiter[];
  limit: number;
}

/**
 * The rate limit of the accounts, exact over all gateways: nothing is held in advance. Requests of an account that
 * arrive while its statement is in flight ride in the next one; an exhausted account is refused here until its reset.
 */
@Injectable()
export class RateLimiter {
  private readonly queues = new Map<number, Queue>();
  private readonly exhausted = new Map<number, { limit: number; until: number }>();

  constructor(private readonly windows: RateWindowsRepository) {}

  /** @param limit requests in any minute. */
  take(accountId: number, limit: number): Promise<Allowance> {
    const refusal = this.refuse(accountId, limit);
    if (refusal) return Promise.resolve(refusal);
    return new Promise((resolve, reject) => {
      const waiter = { resolve, reject };
      const queue = this.queues.get(accountId);
      if (queue) {
        queue.waiting.push(waiter);
        queue.limit = limit;
      } else {
        void this.serve(accountId, { waiting: [waiter], limit });
      }
    });
  }

  /** A refusal without a question, while the account is known to be exhausted. A new limit asks again. */
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

  private async serve(accountId: number, queue: Queue): Promise<void> {
    this.queues.set(accountId, queue);
    while (queue.waiting.length > 0) {
      const batch = queue.waiting;
      queue.waiting = [];
      await this.settle(accountId, queue.limit, batch);
    }
    this.queues.delete(accountId);
  }

  private async settle(accountId: number, limit: number, batch: Waiter[]): Promise<void> {
    try {
      const { granted, remaining, resetMs } = await this.windows.take(accountId, batch.length, limit);
      if (remaining === 0) {
        this.exhausted.set(accountId, { limit, until: performance.now() + resetMs });
      }
      const resetSeconds = Math.ceil(resetMs / 1_000);
      batch.forEach(({ resolve }, index) => {
        const left = remaining + Math.max(granted - 1 - index, 0);
        resolve({ isGranted: index < granted, limit, remaining: left, resetSeconds });
      });
    } catch (error) {
      batch.forEach(({ reject }) => reject(error));
    }
  }
}
