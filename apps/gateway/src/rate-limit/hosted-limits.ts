import { Injectable } from '@nestjs/common';
import { AppError } from '@chat/errors';
import { AddressBudget, type ClientAddress } from '@chat/http-edge';
import { SlidingAddressCount } from './sliding-address-count';

const MINUTE_MS = 60_000;
/** How many failed sign-ins an address has in 5 minutes where somebody is being guessed. */
const SLOW_SIGN_INS = 2;

/**
 * Rate limits per address for the hosted pages, the documentation and OAuth, in each gateway process. Those of tokens and failed sign-ins
 * are exact, because they are documented (ADR 13).
 */
@Injectable()
export class HostedLimits {
  private readonly pages = new AddressBudget({ count: 600, windowMs: MINUTE_MS });
  private readonly documents = new AddressBudget({ count: 300, windowMs: MINUTE_MS });
  /** The page and a dozen files whenever it is opened without a cache; an office may share an address. */
  private readonly console = new AddressBudget({ count: 3_000, windowMs: MINUTE_MS });
  private readonly tokens = new SlidingAddressCount({ count: 300, windowMs: MINUTE_MS });
  private readonly signIns = new SlidingAddressCount({ count: 200, windowMs: 5 * MINUTE_MS });
  private readonly failedSignIns = new SlidingAddressCount({ count: 10, windowMs: 5 * MINUTE_MS });

  /** @throws AppError `rate_limit_exceeded`. */
  countPage({ block }: ClientAddress): void {
    refuse(this.pages.spend(block), 'Too many pages were opened from this address.');
  }

  /**
   * Counts a request for a document that is the same for everybody. Clients that keep documents for as long as they may
   * send few.
   * @throws AppError `rate_limit_exceeded`.
   */
  countDocument({ block }: ClientAddress): void {
    refuse(this.documents.spend(block), 'Too many documents were requested from this address.');
  }

  /** @throws AppError `rate_limit_exceeded`. */
  countConsole({ block }: ClientAddress): void {
    refuse(this.console.spend(block), 'The console was opened too often from this address.');
  }

  /** @throws AppError `rate_limit_exceeded`. */
  countTokenCall({ block }: ClientAddress): void {
    refuse(this.tokens.spend(block), 'Too many token requests were sent from this address.');
  }

  /**
   * Counts an attempt with any outcome: a right password costs as much to check as a wrong one.
   * @throws AppError `rate_limit_exceeded`.
   */
  countSignIn({ block }: ClientAddress): void {
    refuse(this.signIns.spend(block), 'Too many sign-ins from this address.');
  }

  /** @throws AppError `rate_limit_exceeded`. */
  countFailedSignIn({ block }: ClientAddress): void {
    refuse(this.failedSignIns.spend(block), 'Too many failed sign-in attempts from this address.');
  }

  /**
   * The seconds that an address waits where somebody is being guessed; 0 if it has failed little. The attempt itself was
   * counted before.
   */
  waitOfSlowSignIn({ block }: ClientAddress): number {
    return this.failedSignIns.waitUntil(block, SLOW_SIGN_INS);
  }

  /** Reverts `countFailedSignIn` for a sign-in that did not fail. */
  forgiveSignIn({ block }: ClientAddress): void {
    this.failedSignIns.refund(block);
  }
}

/** @throws AppError `rate_limit_exceeded` unless there is nothing to wait for. */
export function refuse(waitSeconds: number, what: string): void {
  if (waitSeconds === 0) return;
  throw new AppError('rate_limit_exceeded', {
    message: `${what} Wait ${inWords(waitSeconds)}, then try again.`,
    retry_after: waitSeconds,
  });
}

function inWords(seconds: number): string {
  if (seconds === 1) return 'a second';
  return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}
