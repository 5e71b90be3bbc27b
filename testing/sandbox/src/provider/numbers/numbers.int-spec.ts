import { createHmac } from 'node:crypto';
import { errorOf, TestBusiness } from '../../testing/test-business';
import { TestSandbox } from '../../testing/test-sandbox';

const APP = { id: '900000000000001', secret: 'sandbox-app-secret' };
const BUSINESS = '4915100000901';
const DAY_SECONDS = 24 * 60 * 60;

let sandbox: TestSandbox;
let business: TestBusiness;

beforeAll(async () => {
  sandbox = await TestSandbox.start({
    SANDBOX_CODE_MS: '60000',
    SANDBOX_CALLBACK_URL: 'http://127.0.0.1:1/callbacks',
  });
  business = await TestBusiness.create(sandbox, BUSINESS, { name: 'Bakery', waba: 'bakeries' });
});

afterAll(() => sandbox.stop());

const graph = async (path: string) => {
  const response = await fetch(`${sandbox.url}/v23.0${path}`);
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
};

describe('a business number', () => {
  it('keeps its ids and token when it is put again, and shares the account of its label', async () => {
    const again = await TestBusiness.create(sandbox, BUSINESS, { name: 'Baker', waba: 'bakeries' });
    expect([again.phoneNumberId, again.wabaId, again.token]).toEqual([
      business.phoneNumberId,
      business.wabaId,
      business.token,
    ]);
    const moved = await TestBusiness.create(sandbox, BUSINESS, { waba: 'butchers' });
    expect(moved.wabaId).toBe(business.wabaId);
    const sibling = await TestBusiness.create(sandbox, '4915100000902', { waba: 'bakeries' });
    const stranger = await TestBusiness.create(sandbox, '4915100000903');
    expect([sibling.wabaId === business.wabaId, stranger.wabaId === business.wabaId]).toEqual([true, false]);
    const { body } = await business.call(
      'GET',
      `/${business.wabaId}/phone_numbers?fields=display_phone_number`,
    );
    expect(body['data']).toEqual(
      expect.arrayContaining([
        { id: business.phoneNumberId, display_phone_number: '+49 1510 0000901' },
        { id: sibling.phoneNumberId, display_phone_number: '+49 1510 0000902' },
      ]),
    );
  });

  it('keeps its name when it is put again without one', async () => {
    const put = (name: string | null) =>
      sandbox.call('PUT', '/cloud/numbers/4915100000908', { name, waba: null, coexistence: null });
    expect([(await put('Mill')).status, (await put(null)).status]).toEqual([200, 200]);
    const { numbers } = (await sandbox.call('GET', '/cloud/numbers')).body as { numbers: object[] };
    expect(numbers).toContainEqual(expect.objectContaining({ digits: '4915100000908', name: 'Mill' }));
  });

  it('gets another token once the first is dead, which opens the same account', async () => {
    const owner = await TestBusiness.create(sandbox, '4915100000904');
    await sandbox.call('POST', `/cloud/numbers/${owner.digits}/events`, { event: 'token_invalid' });
    const renewed = await TestBusiness.create(sandbox, owner.digits);
    expect(renewed.token).not.toBe(owner.token);
    expect((await owner.call('GET', `/${owner.phoneNumberId}`)).status).toBe(401);
    expect((await renewed.call('GET', `/${owner.phoneNumberId}`)).status).toBe(200);
  });

  it('is registered with its first PIN, later only with the same one, and never while it is in the app', async () => {
    const owner = await TestBusiness.create(sandbox, '4915100000905');
    const call = (path: string, body?: object) => owner.call('POST', `/${owner.phoneNumberId}${path}`, body);
    const register = (pin: string) => call('/register', { messaging_product: 'whatsapp', pin });
    expect((await call('/deregister')).body).toEqual({ success: true });
    expect((await owner.call('GET', `/${owner.phoneNumberId}?fields=status`)).body).toMatchObject({
      status: 'PENDING',
    });
    expect((await register('123456')).body).toEqual({ success: true });
    expect((await owner.call('GET', `/${owner.phoneNumberId}`)).body).toMatchObject({ status: 'CONNECTED' });
    expect(errorOf(await register('654321'))).toMatchObject({ code: 133005 });
    expect((await call('', { pin: '654321' })).body).toEqual({ success: true });
    expect((await register('654321')).body).toEqual({ success: true });
    expect(errorOf(await register('12'))).toMatchObject({ code: 100 });

    const inApp = await TestBusiness.create(sandbox, '4915100000906', { coexistence: true });
    const refused = await inApp.call('POST', `/${inApp.phoneNumberId}/register`, {
      messaging_product: 'whatsapp',
      pin: '123456',
    });
    expect(refused.status).toBe(400);
    expect((await inApp.call('POST', `/${inApp.phoneNumberId}/deregister`)).status).toBe(400);
    expect((await inApp.call('GET', `/${inApp.phoneNumberId}`)).body).toMatchObject({ is_on_biz_app: true });
  });

  it.each(['FLAGGED', 'RATE_LIMITED', 'RESTRICTED'])('may be registered and %s', async (status) => {
    const owner = await TestBusiness.create(sandbox, '4915100000912');
    await sandbox.call('PUT', `/cloud/numbers/${owner.digits}`, { status });
    expect((await owner.call('GET', `/${owner.phoneNumberId}?fields=status`)).body).toMatchObject({ status });
  });

  it('has a profile', async () => {
    const path = `/${business.phoneNumberId}/whatsapp_business_profile`;
    const change = (changes: object) =>
      business.call('POST', path, { messaging_product: 'whatsapp', ...changes });
    expect((await change({ about: 'We bake.', websites: ['https://a.example'] })).body).toEqual({
      success: true,
    });
    expect((await change({ about: 'Still.' })).body).toEqual({ success: true });
    expect((await business.call('GET', path)).body['data']).toEqual([
      { about: 'Still.', websites: ['https://a.example'], messaging_product: 'whatsapp' },
    ]);
    expect(errorOf(await change({ about: 'a'.repeat(140) }))).toMatchObject({ code: 100 });
  });

  it('is verified by a code', async () => {
    const call = (path: string, body: object) =>
      business.call('POST', `/${business.phoneNumberId}${path}`, body);
    expect((await call('/request_code', { code_method: 'SMS', language: 'en_US' })).body).toEqual({
      success: true,
    });
    expect((await call('/verify_code', { code: '000000' })).status).toBe(400);
    expect((await call('/verify_code', { code: '123456' })).body).toEqual({ success: true });
  });
});

describe('a sign-up', () => {
  const code = async () => {
    const { body } = await sandbox.call('POST', `/cloud/numbers/${BUSINESS}/codes`);
    return body as { code: string; session: object };
  };
  const exchange = (given: string, app = APP) =>
    graph(`/oauth/access_token?client_id=${app.id}&client_secret=${app.secret}&code=${given}`);

  it('ends with a code that is exchanged once for a token of the account', async () => {
    const { code: given, session } = await code();
    expect(session).toMatchObject({
      type: 'WA_EMBEDDED_SIGNUP',
      event: 'FINISH',
      data: { waba_id: business.wabaId, phone_number_id: business.phoneNumberId },
    });
    const answers = await Promise.all([exchange(given), exchange(given), exchange(given)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const { access_token: token } = answers.find(({ status }) => status === 200)!.body;

    const { body } = await graph(
      `/debug_token?input_token=${String(token)}&access_token=${APP.id}|${APP.secret}`,
    );
    expect(body['data']).toMatchObject({
      app_id: APP.id,
      type: 'USER',
      is_valid: true,
      scopes: ['whatsapp_business_manage_events', 'whatsapp_business_messaging', 'public_profile'],
      granular_scopes: [
        { scope: 'whatsapp_business_manage_events', target_ids: [business.wabaId] },
        { scope: 'whatsapp_business_messaging', target_ids: [business.wabaId] },
      ],
    });
    const { expires_at: expiresAt } = body['data'] as { expires_at: number };
    const { expires_in: expiresIn } = answers.find(({ status }) => status === 200)!.body;
    expect(expiresIn).toBeGreaterThan(59 * DAY_SECONDS);
    expect(expiresAt - Date.now() / 1000).toBeGreaterThan(59 * DAY_SECONDS);
  });

  it('gives no token to another app, for an unknown code, or for an expired one', async () => {
    const { code: given } = await code();
    expect((await exchange(given, { ...APP, secret: 'guessed' })).status).toBe(400);
    expect((await exchange(given, { ...APP, id: '1' })).status).toBe(400);
    expect((await exchange('AQnone')).body['error']).toMatchObject({ code: 100, error_subcode: 36008 });
    await sandbox.query(`UPDATE sandbox.cloud_codes SET expires_at = now() WHERE code = $1`, [given]);
    expect((await exchange(given)).body['error']).toMatchObject({ code: 100, error_subcode: 36007 });
  });
});

describe('a token', () => {
  const described = async (token: string) => {
    const { body } = await graph(`/debug_token?input_token=${token}&access_token=${APP.id}|${APP.secret}`);
    return body['data'] as Record<string, unknown>;
  };
  const renewed = (token: string) =>
    graph(
      `/oauth/access_token?grant_type=fb_exchange_token&client_id=${APP.id}&client_secret=${APP.secret}` +
        `&set_token_expires_in_60_days=true&fb_exchange_token=${token}`,
    );

  it('of a system user never expires, unless its number is put so; then it can be renewed until it does', async () => {
    const owner = await TestBusiness.create(sandbox, '4915100000911');
    expect(await described(owner.token)).toMatchObject({ type: 'SYSTEM_USER', expires_at: 0 });
    const scopes = ['whatsapp_business_manage_events'];
    const path = `/cloud/numbers/${owner.digits}`;
    await sandbox.call('PUT', path, { token_scopes: scopes, token_expires_in: 3 * DAY_SECONDS });
    const { expires_at: before } = await described(owner.token);
    expect(await described(owner.token)).toMatchObject({ scopes, is_valid: true });
    const { body } = await renewed(owner.token);
    const after = await described(String(body['access_token']));
    expect(after).toMatchObject({ scopes, is_valid: true });
    expect(Number(after['expires_at']) - Number(before)).toBeGreaterThan(56 * DAY_SECONDS);

    await sandbox.call('PUT', path, { token_expires_in: -1 });
    expect(await described(owner.token)).toMatchObject({ is_valid: false, error: { subcode: 463 } });
    expect(errorOf(await owner.call('GET', `/${owner.phoneNumberId}`))).toMatchObject({
      code: 190,
      error_subcode: 463,
    });
    expect((await renewed(owner.token)).status).toBe(401);
  });

  const withToken = (token: string, more = '') =>
    graph(`/${business.phoneNumberId}?access_token=${token}${more}`);

  it('may be passed in the query, with a proof of the app secret', async () => {
    const proof = createHmac('sha256', APP.secret).update(business.token).digest('hex');
    expect((await withToken(business.token)).status).toBe(200);
    expect((await withToken(business.token, `&appsecret_proof=${proof}`)).status).toBe(200);
    expect((await withToken(business.token, `&appsecret_proof=${'0'.repeat(64)}`)).status).toBe(400);
  });

  it('is reported as invalid or unknown by debug_token', async () => {
    const owner = await TestBusiness.create(sandbox, '4915100000907');
    await sandbox.call('POST', `/cloud/numbers/${owner.digits}/events`, { event: 'token_invalid' });
    for (const token of [owner.token, 'EAAnobody']) {
      const { body } = await business.call('GET', `/debug_token?input_token=${token}`);
      expect(body['data']).toMatchObject({ is_valid: false, error: { code: 190 } });
    }
  });

  it('is required in every version of the API, and answers carry a trace id', async () => {
    for (const version of ['v19.0', 'v24.0']) {
      const response = await fetch(`${sandbox.url}/${version}/${business.phoneNumberId}`);
      expect(response.status).toBe(401);
      expect(response.headers.get('x-fb-trace-id')).toMatch(/^A/);
    }
    expect((await fetch(`${sandbox.url}/latest/${business.phoneNumberId}`)).status).toBe(404);
  });
});

describe('the subscriptions of the app', () => {
  const subscriptions = (app: string, token: string) =>
    graph(`/${app}/subscriptions?access_token=${encodeURIComponent(token)}`);

  it('have its callback URL and its fields', async () => {
    const { body } = await subscriptions(APP.id, `${APP.id}|${APP.secret}`);
    expect(body['data']).toEqual([
      {
        object: 'whatsapp_business_account',
        callback_url: 'http://127.0.0.1:1/callbacks',
        active: true,
        fields: expect.arrayContaining([{ name: 'messages', version: 'v23.0' }]) as object[],
      },
    ]);
  });

  it.each([
    ['the token of a business', APP.id, () => business.token, { code: 15 }],
    ['another app', '900000000000009', () => `${APP.id}|${APP.secret}`, { code: 100, error_subcode: 33 }],
    ['no token', APP.id, () => '', { code: 104 }],
  ])('are refused to %s', async (_, app, token, error) => {
    const { body } = await subscriptions(app, token());
    expect(body['error']).toMatchObject(error);
  });
});
