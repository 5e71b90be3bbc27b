import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@chat/errors';
import { AddressBudget, type ClientAddress } from '@chat/http-edge';
import { CONFIG } from '@chat/service-kit';
import type { GatewayConfig } from '../config';

const MINUTE_MS = 60_000;

/**
 * Limits the unauthenticated requests of an address, per gateway process. Authenticated requests do not count, so an
 * attacker does not slow down others at the same address.
 */
@Injectable()
export class UnauthenticatedLimits {
  private readonly unverified: AddressBudget;
  private readonly pings: AddressBudget;

  constructor(@Inject(CONFIG) config: GatewayConfig) {
    this.unverified = new AddressBudget({ count: config.UNVERIFIED_PER_MINUTE, windowMs: MINUTE_MS });
    this.pings = new AddressBudget({ count: config.FOREIGN_PINGS_PER_MINUTE, windowMs: MINUTE_MS });
  }

  /** Counts a refused request. @returns the refusal, or `rate_limit_exceeded` if the address has sent too many. */
  refusal({ block }: ClientAddress, error: AppError): AppError {
    const waitSeconds = this.unverified.spend(block);
    return waitSeconds === 0 ? error : tooMany('requests without a valid credential', waitSeconds);
  }

  /**
   * Runs work that costs a database query, if the address has budget left; the budget is reserved while it runs.
   * @throws AppError `rate_limit_exceeded`.
   */
  async during<T>({ block }: ClientAddress, work: () => Promise<T>): Promise<T> {
    const waitSeconds = this.unverified.spend(block);
    if (waitSeconds > 0) throw tooMany('requests without a valid credential', waitSeconds);
    try {
      return await work();
    } finally {
      this.unverified.refund(block);
    }
  }

  /**
   * Counts a ping with a valid credential from an address outside its allowlist.
   * @throws AppError `rate_limit_exceeded`.
   */
  countPing({ block }: ClientAddress): void {
    const waitSeconds = this.pings.spend(block);
    if (waitSeconds > 0) throw tooMany('pings from outside the allowlist', waitSeconds);
  }
}

function tooMany(what: string, waitSeconds: number): AppError {
  return new AppError('rate_limit_exceeded', {
    message: `This address sent too many ${what}. Wait retry_after seconds.`,
    retry_after: waitSeconds,
  });
}
