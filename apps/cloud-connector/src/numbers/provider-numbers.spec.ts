import type { ProviderCalls } from '../provider/provider-calls';
import type { ProviderTokens } from '../provider/provider-tokens';
import { toRefusal } from '../provider/refusal.rules';
import { ProviderNumbers } from './provider-numbers';

const tokens = { inspect: () => Promise.resolve({ wabaIds: [] }) } as unknown as ProviderTokens;
const numbers = (ask: () => Promise<unknown>) =>
  new ProviderNumbers({ ask } as unknown as ProviderCalls, tokens);

describe('a number at the provider', () => {
  const verify = (status: string) =>
    numbers(() => Promise.resolve({ data: [{ id: '21', display_phone_number: '+49 30 1000001', status }] }))
      .verify({ waba_id: '11', phone_number_id: '21', token: 'token', coexistence: false })
      .then(({ isReady }) => isReady);

  it.each(['CONNECTED', 'LINKED', 'FLAGGED', 'RATE_LIMITED', 'RESTRICTED'])(
    'that is %s is registered, and needs no PIN',
    async (status) => expect(await verify(status)).toBe(true),
  );

  it.each(['PENDING', 'UNVERIFIED', 'DISCONNECTED', 'MIGRATED'])(
    'that is %s needs a PIN to be registered',
    async (status) =>
      expect(verify(status)).rejects.toMatchObject({ details: { errors: { pin: [expect.any(String)] } } }),
  );
});

describe('a refused registration', () => {
  const register = (code: number) => {
    const error = toRefusal({ code, subcode: null, message: 'words', details: null, isTransient: false });
    return numbers(() => Promise.reject(error)).register('21', 'token', '123456');
  };

  it.each([133005, 131031])('asks for another PIN after the code %i', async (code) => {
    await expect(register(code)).rejects.toMatchObject({
      code: 'conflict',
      details: { reason: 'wrong_pin', provider: { code: String(code) } },
    });
  });

  it.each([
    [133016, 'registration_limit'],
    [368, 'account_restricted'],
  ])('does not after the code %i', async (code, reason) => {
    await expect(register(code)).rejects.toMatchObject({ details: { reason } });
  });
});
