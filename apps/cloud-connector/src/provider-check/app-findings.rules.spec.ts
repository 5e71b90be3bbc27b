import { callbackFields } from '@chat/contracts/cloud-connector';
import { judgeChallenge, judgeFields, subscriptionIn } from './app-findings.rules';

const URL = 'https://api.example.com/provider/callbacks';
const entry = (change: object = {}) => ({
  object: 'whatsapp_business_account',
  callback_url: URL,
  active: true,
  fields: callbackFields.map((name) => ({ name, version: 'v23.0' })),
  ...change,
});

describe('the subscription of the app', () => {
  it.each([
    ['has fields with versions', [entry()], { callbackUrl: URL, fields: [...callbackFields] }],
    ['has fields by name', [entry({ fields: ['messages'] })], { callbackUrl: URL, fields: ['messages'] }],
    ['may be without a URL', [entry({ callback_url: '', fields: [] })], { callbackUrl: null, fields: [] }],
    ['is found among others', [entry({ object: 'page' }), entry({ fields: [] })], { fields: [] }],
    ['counts only if it is active', [entry({ active: false })], null],
    ['may be of other objects only', [entry({ object: 'instagram' })], null],
    ['may be missing', undefined, null],
  ])('%s', (_, data, subscription) => {
    const found = subscriptionIn(data);
    if (subscription === null) expect(found).toBeNull();
    else expect(found).toMatchObject(subscription);
  });

  it.each([
    ['to all fields', [...callbackFields], 'ok', /all callback fields/],
    ['without messages', callbackFields.slice(1), 'problem', /not subscribed to messages:/],
    [
      'without what only the business app needs',
      callbackFields.filter((field) => !/history|smb/.test(field)),
      'warning',
      /history, smb_app_state_sync, smb_message_echoes, which numbers in the business app need/,
    ],
    ['without both', ['account_update'], 'problem', /user_preferences.*history/],
  ])('%s', (_, fields, result, message) => {
    const found = judgeFields({ callbackUrl: URL, fields });
    expect(found).toMatchObject({ check: 'fields', result });
    expect(found.message).toMatch(message);
  });

  it('that is missing has all fields in its advice', () => {
    const found = judgeFields(null);
    expect(found.result).toBe('problem');
    for (const field of callbackFields) expect(found.advice).toContain(field);
  });
});

describe('the callback URL', () => {
  it.each([
    ['echoes the challenge', 200, '1158201444', 'ok', /answers the challenge/],
    ['answers something else', 200, '<html>', 'problem', /does not answer/],
    ['has another verify token', 403, 'No.', 'problem', /PROVIDER_VERIFY_TOKEN/],
    ['leads nowhere', 404, '', 'problem', /404/],
    ['redirects', 301, '', 'problem', /301/],
  ])('%s', (_, status, body, result, message) => {
    const found = judgeChallenge(URL, '1158201444', { status, body });
    expect(found).toMatchObject({ check: 'callback', result });
    expect(found.message).toMatch(message);
  });
});
