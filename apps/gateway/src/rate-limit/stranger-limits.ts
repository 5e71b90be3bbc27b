import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@chat/errors';
import { AddressBudget, type ClientAddress } from '@chat/http-edge';
import { CONFIG } from '@chat/service-kit';
import type { GatewayConfig } from '../config';

const MINUTE_MS = 60_000;

/**
 * What an address may send before its requests are let in, per gateway process. Requests that are let in never count,
 * so whoever shares an address with a stranger is not slowed by him.
 */
@Injectable()
export class StrangerLimits {
  private readonly unverified: AddressBudget;
  private readonly pings: AddressBudget;

  constructor(@Inject(CONFIG) config: GatewayConfig) {
    this.unverified = new AddressBudget({ count: config.UNVERIFIED_PER_MINUTE, windowMs: MINUTE_MS });
    this.pings = new AddressBudget({ count: config.FOREIGN_PINGS_PER_MINUTE, windowMs: MINUTE_MS });
  }

  /** Counts a request that is refused. @returns the refusal, or that the address sent too many. */
  refusal({ block }: ClientAddress, error: AppError): AppError {
    const waitSeconds = this.unverified.spend(block);
    return waitSeconds === 0 ? error : tooMany('requests without a valid credential', waitSeconds);
  }

  /**
   * Counts what is answered to anybody.
   * @throws AppError `rate_limit_exceeded`
   */
  count({ block }: ClientAddress): void {
    const waitSeconds = this.unverified.spend(block);
    if (waitSeconds > 0) throw tooMany('requests without a valid credential', waitSeconds);
  }

  /**
   * Does what costs a question to the database, if the address has something left; that is counted while it lasts.
   * @throws AppError `rate_limit_exceeded`
   */
  async during<T>(client: ClientAddress, work: () => Promise<T>): Promise<T> {
    this.count(client);
    try {
      return await work();
    } finally {
      this.unverified.refund(client.block);
    }
  }

  /**
   * Counts a ping of a valid credential from an address that is not on its allowlist.
   * @throws AppError `rate_limit_exceeded`
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
