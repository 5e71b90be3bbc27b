import type { ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@chat/errors';
import { AccountSlots } from '@chat/flow';
import { CONFIG } from '@chat/service-kit';
import type { GatewayConfig } from '../config';

/**
 * Limits the requests of an account that this gateway serves at once. The rate limit determines only how many begin in a
 * minute, and some last much longer, such as uploads.
 */
@Injectable()
export class RequestsInFlight {
  private readonly slots: AccountSlots;
  private readonly max: number;

  constructor(@Inject(CONFIG) config: GatewayConfig) {
    this.max = config.MAX_REQUESTS_PER_ACCOUNT;
    this.slots = new AccountSlots(this.max);
  }

  /**
   * Counts a request until it is answered or its client hangs up.
   * @throws AppError `rate_limit_exceeded`.
   */
  begin(accountId: number, response: ServerResponse): void {
    // It waits for its turn on a connection whose current request is counted. Node would not tell if it never comes.
    if (response.socket === null || response.destroyed) return;
    if (!this.slots.tryAcquire(accountId)) {
      const message = `More than ${this.max} requests of this account are in progress. Wait for some of them to end.`;
      throw new AppError('rate_limit_exceeded', { message, retry_after: 1 });
    }
    response.once('close', () => this.slots.release(accountId));
  }
}
