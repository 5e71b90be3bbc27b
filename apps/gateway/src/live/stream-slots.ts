import { Injectable } from '@nestjs/common';
import type { RequestContext } from '@chat/contracts';
import { AppError } from '@chat/errors';
import { AccountSlots } from '@chat/flow';

/** A browser needs one, however many tabs it has. */
const OF_A_PERSON = 5;
const OF_AN_ACCOUNT = 100;
const RETRY_AFTER_S = 15;

/** Limits the streams that are open at this gateway. */
@Injectable()
export class StreamSlots {
  private readonly ofAccounts = new AccountSlots(OF_AN_ACCOUNT);
  private readonly ofPeople = new AccountSlots(OF_A_PERSON);

  /**
   * @returns how to give the slot back.
   * @throws AppError `rate_limit_exceeded`.
   */
  take(accountId: number, { person }: RequestContext['credential']): () => void {
    if (person && !this.ofPeople.tryTake(person.id)) throw tooMany(`You have ${OF_A_PERSON}`);
    if (!this.ofAccounts.tryTake(accountId)) {
      if (person) this.ofPeople.release(person.id);
      throw tooMany(`This account has ${OF_AN_ACCOUNT}`);
    }
    return () => {
      this.ofAccounts.release(accountId);
      if (person) this.ofPeople.release(person.id);
    };
  }
}

function tooMany(whoHas: string): AppError {
  const message = `${whoHas} event streams open, which is the maximum. Close one, or read several kinds of events in one.`;
  return new AppError('rate_limit_exceeded', { message, retry_after: RETRY_AFTER_S });
}
