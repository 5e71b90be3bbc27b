import { Injectable } from '@nestjs/common';
import type { ClientAddress } from '@chat/http-edge';
import { digestOf } from '../credentials/random-secret';
import { inTime, orUnavailable } from '../questions/questions';
import { HostedLimits, refuse } from '../rate-limit/hosted-limits';
import { GuessesRepository } from '../guesses/guesses.repository';

/** How many wrong passwords for one email address within an hour make guesses slow. */
const SLOW_FROM = 20;
/** How many are looked at in that hour at all. */
const MOST = 500;

/**
 * Slows down whoever guesses the password of one person from many addresses. After `SLOW_FROM` wrong passwords, a client
 * address has two attempts in five minutes instead of ten, so the person still gets in from an address of their own;
 * after `MOST`, only browsers in which the person has signed in before are admitted, and those never come here (ADR 60).
 */
@Injectable()
export class GuessLimits {
  constructor(
    private readonly guesses: GuessesRepository,
    private readonly limits: HostedLimits,
  ) {}

  /**
   * Checks a password from a browser that the person is not known to use. The attempt is counted before, so that
   * concurrent ones count too, and only a wrong password stays counted.
   * @throws AppError `rate_limit_exceeded`, also for an email address that nobody has.
   */
  async during(email: string, client: ClientAddress, check: () => Promise<boolean>): Promise<boolean> {
    const digest = digestOf(email);
    await this.consume(digest, client);
    let isWrong = false;
    try {
      const isRight = await check();
      isWrong = !isRight;
      return isRight;
    } finally {
      if (!isWrong) await orUnavailable(inTime(this.guesses.giveBack(digest)));
    }
  }

  private async consume(emailDigest: Buffer, client: ClientAddress): Promise<void> {
    const addressWait = this.limits.waitOfSlowSignIn(client);
    const limit = addressWait > 0 ? SLOW_FROM : MOST;
    const hourWait = await orUnavailable(inTime(this.guesses.consume(emailDigest, limit)));
    refuse(
      addressWait > 0 ? Math.min(addressWait, hourWait) : hourWait,
      'Too many wrong passwords were entered for this e-mail address, which has not signed in with this browser yet.',
    );
  }
}
