import { Injectable } from '@nestjs/common';
import { AppError } from '@chat/errors';
import { NumbersRepository } from '../numbers/numbers.repository';
import { ProviderNumbers } from '../numbers/provider-numbers';
import { isRegistered } from '../numbers/registration.rules';
import { accountsToRead } from '../provider/granted-accounts.rules';
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
    const accounts = accountsToRead(wabaIds, hint.wabaId).slice(0, MAX_ACCOUNTS);
    const granted = await this.granted(accounts, token);
    const choice = chooseNumber(granted, hint, { coexistence });
    if (choice.kind === 'chosen') return choice.number;
    const { reason } = choice;
    throw new AppError('capability_error', { reason, message: refusalSentences[reason] });
  }

  /**
   * A token may name what is no account with numbers, so an account that the provider refuses to show counts only if no
   * other has any.
   */
  private async granted(wabaIds: readonly string[], token: string): Promise<GrantedNumber[]> {
    const granted: GrantedNumber[] = [];
    let refusal: AppError | null = null;
    for (const wabaId of wabaIds) {
      try {
        granted.push(...(await this.numbersOf(wabaId, token)));
      } catch (error) {
        if (!(error instanceof AppError) || error.code === 'provider_error') throw error;
        refusal ??= error;
      }
    }
    if (refusal && granted.length === 0) throw refusal;
    const inUse = await this.numbers.inUse(granted.map(({ phoneNumberId }) => phoneNumberId));
    return granted.map((number) => ({ ...number, isInUse: inUse.has(number.phoneNumberId) }));
  }

  private async numbersOf(wabaId: string, token: string): Promise<GrantedNumber[]> {
    const numbers = await this.provider.numbersOf(wabaId, token);
    return numbers.flatMap(({ id, status, code_verification_status, is_on_biz_app }) => {
      if (typeof id !== 'string') return [];
      const isVerified = code_verification_status !== 'NOT_VERIFIED' || isRegistered(status);
      return { wabaId, phoneNumberId: id, isVerified, isInApp: is_on_biz_app === true, isInUse: false };
    });
  }
}
