import type { TokenState } from '../provider/token-state.rules';
import { allIsWell, judgeSubscription, judgeToken } from './number-findings.rules';

const NOW = new Date('2026-11-27T12:00:00Z');
const inDays = (days: number) => new Date(NOW.getTime() + days * 86_400_000);
const good: TokenState = {
  ...{ appId: '9', isValid: true, isExpired: false, expiresAt: null, wabaIds: ['11'] },
  scopes: ['whatsapp_business_messaging', 'whatsapp_business_management'],
};

describe('the token of a number', () => {
  it.each([
    ['that never expires is good', {}, []],
    [
      'of a sign-up since June 2026 is good',
      { scopes: [good.scopes[0]!, 'whatsapp_business_manage_events'] },
      [],
    ],
    ['that lasts is good', { expiresAt: inDays(15) }, []],
    ['that ends soon', { expiresAt: inDays(14) }, ['warning: The token expires on 2026-12-11.']],
    ['that has expired', { isValid: false, isExpired: true }, ['problem: The token has expired.']],
    ['that was withdrawn', { isValid: false }, ['problem: The token is no longer accepted.']],
    ['of another app', { appId: '8' }, ['problem: The token belongs to another app than PROVIDER_APP_ID.']],
    [
      'without permissions',
      { scopes: [] },
      [
        'problem: The token lacks the permission whatsapp_business_messaging, so nothing can be sent.',
        'warning: The token has neither whatsapp_business_management nor whatsapp_business_manage_events: templates may be refused.',
      ],
    ],
  ])('%s', (_, change, sentences) => {
    const found = judgeToken({ ...good, ...change }, '9', NOW);
    expect(found.map(({ result, message }) => `${result}: ${message}`)).toEqual(sentences);
    for (const { advice } of found) expect(advice).toMatch(/^Renew the channel/);
  });

  it.each([
    [null, 'The token does not expire, and callbacks arrive.'],
    [inDays(60), 'The token is valid until 2027-01-26, and callbacks arrive.'],
  ])('is said to be well: %s', (expiresAt, message) => {
    expect(allIsWell({ ...good, expiresAt })).toMatchObject({ result: 'ok', message });
  });
});

describe('the subscription of an account', () => {
  const app = (id: string, more: object = {}) => ({
    whatsapp_business_api_data: { id, name: 'App' },
    ...more,
  });
  const URL = 'https://two.example.com/provider/callbacks';

  it.each([
    ['is there', [app('8'), app('9')], '', null],
    ['is that of other apps', [app('8')], '', 'problem'],
    ['is missing', [], '', 'problem'],
    ['cannot be read', undefined, '', 'problem'],
    ['leads where the settings say', [app('9', { override_callback_uri: URL })], URL, null],
    ['leads where the app says', [app('9')], URL, 'warning'],
    ['leads elsewhere', [app('9', { override_callback_uri: URL })], '', 'warning'],
  ])('%s', (_, data, callbackUrl, result) => {
    const found = judgeSubscription(data, { appId: '9', callbackUrl });
    expect(found?.result ?? null).toBe(result);
    if (found) expect(found.advice).toContain('--resubscribe');
  });
});
