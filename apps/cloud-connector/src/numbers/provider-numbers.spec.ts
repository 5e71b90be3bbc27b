import type { CloudConnectorConfig } from '../config';
import type { ProviderCalls } from '../provider/provider-calls';
import type { ProviderCall } from '../provider/provider-client';
import type { ProviderTokens } from '../provider/provider-tokens';
import { toRefusal } from '../provider/refusal.rules';
import { ProviderNumbers } from './provider-numbers';

const tokens = { inspect: () => Promise.resolve({ wabaIds: [] }) } as unknown as ProviderTokens;
const numbers = (
  ask: (call: ProviderCall) => Promise<unknown>,
  settings: Partial<CloudConnectorConfig> = {},
) => new ProviderNumbers({ ask } as unknown as ProviderCalls, tokens, settings as CloudConnectorConfig);

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

describe('what the settings say of our numbers', () => {
  /** The body of the call that this makes with these settings. */
  const bodyOf = async (
    settings: Partial<CloudConnectorConfig>,
    make: (provider: ProviderNumbers) => Promise<void>,
  ): Promise<object | undefined> => {
    const calls: ProviderCall[] = [];
    const ask = (call: ProviderCall) => Promise.resolve(void calls.push(call));
    await make(numbers(ask, settings));
    return calls[0]?.json;
  };
  const subscribe = (provider: ProviderNumbers) => provider.subscribe('11', 'token');
  const register = (provider: ProviderNumbers) => provider.register('21', 'token', '123456');

  it.each([
    ['callbacks go where the app says', subscribe, {}, {}],
    [
      'callbacks of the account go elsewhere',
      subscribe,
      { PROVIDER_CALLBACK_URL: 'https://two.example.com/provider/callbacks', PROVIDER_VERIFY_TOKEN: 'V' },
      { override_callback_uri: 'https://two.example.com/provider/callbacks', verify_token: 'V' },
    ],
    [
      'messages are stored anywhere',
      register,
      { PROVIDER_DATA_LOCALIZATION_REGION: '' },
      { messaging_product: 'whatsapp', pin: '123456' },
    ],
    [
      'messages are stored in a country',
      register,
      { PROVIDER_DATA_LOCALIZATION_REGION: 'DE' },
      { messaging_product: 'whatsapp', pin: '123456', data_localization_region: 'DE' },
    ],
  ])('%s', async (_, make, settings, body) => {
    expect(await bodyOf(settings, make)).toEqual(body);
  });
});
