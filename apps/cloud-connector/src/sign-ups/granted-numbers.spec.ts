import { AppError } from '@chat/errors';
import type { NumbersRepository } from '../numbers/numbers.repository';
import type { ProviderNumbers } from '../numbers/provider-numbers';
import type { ProviderTokens } from '../provider/provider-tokens';
import { GrantedNumbers } from './granted-numbers';

const refused = new AppError('validation_error', { message: 'The object has no numbers.' });
const away = new AppError('provider_error', { reason: 'provider_unreachable' });

/** A token that names these accounts, and what the provider answers about each account; nothing of any other. */
function granted(wabaIds: string[], answers: Record<string, string[] | AppError>): GrantedNumbers {
  const tokens = { inspect: () => Promise.resolve({ wabaIds }) };
  const provider = {
    numbersOf: (wabaId: string) => {
      const answer = answers[wabaId] ?? [];
      return answer instanceof AppError
        ? Promise.reject(answer)
        : Promise.resolve(answer.map((id) => ({ id, status: 'CONNECTED' })));
    },
  };
  const numbers = { inUse: () => Promise.resolve(new Set<string>()) };
  return new GrantedNumbers(
    tokens as unknown as ProviderTokens,
    provider as unknown as ProviderNumbers,
    numbers as unknown as NumbersRepository,
  );
}

const choose = (numbers: GrantedNumbers, wabaId: string | null = null) =>
  numbers.choose('token', { wabaId, phoneNumberId: null }, false);

describe('the number that a token grants', () => {
  it('is of the account that the browser names if the token names none', async () => {
    expect(await choose(granted([], { 11: ['21'] }), '11')).toMatchObject({
      wabaId: '11',
      phoneNumberId: '21',
    });
  });

  it('is none if the token may not read the account that the browser names', async () => {
    await expect(choose(granted([], {}), '11')).rejects.toMatchObject({ details: { reason: 'no_number' } });
  });

  it('is found although the token also names what is no account with numbers', async () => {
    expect(await choose(granted(['9', '11'], { 9: refused, 11: ['21'] }))).toMatchObject({
      phoneNumberId: '21',
    });
  });

  it('is not said to be missing if the provider refused to tell', async () => {
    await expect(choose(granted(['9'], { 9: refused }))).rejects.toBe(refused);
  });

  it('is not chosen while an account could not be read', async () => {
    await expect(choose(granted(['9', '11'], { 9: away, 11: ['21'] }))).rejects.toBe(away);
  });
});
