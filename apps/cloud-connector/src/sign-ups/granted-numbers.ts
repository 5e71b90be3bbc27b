import { Injectable } from '@nestjs/common';
import { AppError } from '@chat/errors';
import { NumbersRepository } from '../numbers/numbers.repository';
import { ProviderNumbers, readyStatuses } from '../numbers/provider-numbers';
import { ProviderTokens } from '../provider/provider-tokens';
import { chooseNumber, type GrantedNumber, type Hint } from './choose-number.rules';

/** Maximum number of accounts read. A sign-up grants one; a person may have granted more. */
const MAX_ACCOUNTS = 10;
const refusalSentences = {
  no_number: 'The sign-up ended without a number.',
  number_not_verified: 'The number is not verified yet.',
  several_numbers: 'The business account has several numbers.',
} as const;

/** Finds the numbers that a token grants, by asking only the provider. */
@Injectable()
export class GrantedNumbers {
  constructor(
    private readonly tokens: ProviderTokens,
    private readonly provider: ProviderNumbers,
    private readonly numbers: NumbersRepository,
  ) {}

  /** @throws AppError `capability_error` whose reason says why no number can be chosen. */
  async choose(token: string, hint: Hint, coexistence: boolean): Promise<GrantedNumber> {
    const { wabaIds } = await this.tokens.inspect(token);
    // If the provider does not list the accounts, the hinted one is used: the token still shows only what it grants.
    const accounts = wabaIds ?? (hint.wabaId === null ? [] : [hint.wabaId]);
    const granted = await this.granted(accounts.slice(0, MAX_ACCOUNTS), token);
    const choice = chooseNumber(granted, hint, { coexistence });
    if (choice.kind === 'chosen') return choice.number;
    const { reason } = choice;
    throw new AppError('capability_error', { reason, message: refusalSentences[reason] });
  }

  private async granted(wabaIds: readonly string[], token: string): Promise<GrantedNumber[]> {
    const granted: GrantedNumber[] = [];
    for (const wabaId of wabaIds) {
      for (const { id, status, code_verification_status, is_on_biz_app } of await this.provider.numbersOf(
        wabaId,
        token,
      )) {
        if (typeof id !== 'string') continue;
        granted.push({
          wabaId,
          phoneNumberId: id,
          isVerified: code_verification_status !== 'NOT_VERIFIED' || readyStatuses.includes(status),
          isInApp: is_on_biz_app === true,
          isInUse: false,
        });
      }
    }
    const inUse = await this.numbers.inUse(granted.map(({ phoneNumberId }) => phoneNumberId));
    return granted.map((number) => ({ ...number, isInUse: inUse.has(number.phoneNumberId) }));
  }
}
