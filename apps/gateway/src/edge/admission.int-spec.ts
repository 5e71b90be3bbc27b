import { createChannel, listChannels } from '@chat/contracts/channels';
import { revokeApiKey, updateAccount, type Me } from '@chat/contracts/gateway';
import { listTicketTypes } from '@chat/contracts/tickets';
import { catalogue, type ErrorCode } from '@chat/errors';
import { ApiClient, until, type Answer, type Credential } from '@chat/test-kit';
import { newKey } from '../credentials/key-format';
import { GatewayUnderTest, keyHeaders } from '../testing/gateway-under-test';
import { OWN_PAGE, PersonAtConsole } from '../testing/signed-in-person';

/** The whole answer that the catalogue promises for a code. */
function expectError(answer: Answer, code: ErrorCode, extras: object = {}): void {
  const { status, message, retryable } = catalogue[code];
  expect(answer.status).toBe(status);
  expect(answer.body).toEqual({
    ok: false,
    error: { code, message, retryable, ...extras },
    meta: { request_id: answer.headers.get('x-request-id') },
  });
}

const basicHeaders = ({ clientId, clientSecret }: Credential) => ({
  authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
});

const rateHeaders = (answer: Answer) =>
  ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'].map((name) => answer.headers.get(name));

describe('who may do what', () => {
  let gateway: GatewayUnderTest;
  let key: Credential;

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
    key = await gateway.createKey();
    await gateway.bus.respond(listChannels, () => ({ devices: [], quota: quota() }));
  });

  afterAll(() => gateway.stop());

  const get = (path: string, headers: Record<string, string>) => gateway.client().get(path, { headers });

  describe('the credential', () => {
    it.each<[string, () => Record<string, string>]>([
      ['client-id and client-secret', () => keyHeaders(key)],
      ['X-Api-Key and X-Api-Secret', () => ({ 'X-Api-Key': key.clientId, 'X-Api-Secret': key.clientSecret })],
      [
        'both spellings with the same values',
        () => ({ ...keyHeaders(key), 'X-Api-Key': key.clientId, 'X-Api-Secret': key.clientSecret }),
      ],
      ['HTTP Basic', () => basicHeaders(key)],
      ['HTTP Basic and the same headers', () => ({ ...basicHeaders(key), ...keyHeaders(key) })],
      [
        'headers from a page of another site',
        () => ({ ...keyHeaders(key), origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }),
      ],
    ])('is read from %s', async (_, headers) => {
      expect((await get('/v1/devices', headers())).status).toBe(200);
    });

    it.each<[string, () => Record<string, string>]>([
      ['absent', () => ({})],
      ['half', () => ({ 'client-id': key.clientId })],
      ['of an unknown id', () => keyHeaders({ ...key, clientId: newKey('clientId') })],
      ['of an id that is none', () => keyHeaders({ ...key, clientId: 'ck_nobody' })],
      ['of an over-long id', () => keyHeaders({ ...key, clientId: 'ck_' + 'a'.repeat(8_000) })],
      ['of a wrong secret', () => keyHeaders({ ...key, clientSecret: newKey('clientSecret') })],
      ['of an over-long secret', () => keyHeaders({ ...key, clientSecret: 'x'.repeat(8_000) })],
      ['swapped', () => keyHeaders({ clientId: key.clientSecret, clientSecret: key.clientId })],
      ['a bearer token', () => ({ authorization: 'Bearer token' })],
      ['basic authentication', () => ({ authorization: 'Basic Y2s6Y3M=' })],
      ['in another alphabet', () => keyHeaders({ clientId: 'ck_ÿ', clientSecret: 'cs_ÿ' })],
    ])('%s is unauthenticated', async (_, headers) => {
      const answer = await get('/v1/devices', headers());
      expectError(answer, 'unauthenticated');
      expect(rateHeaders(answer)).toEqual([null, null, null]);
    });

    it.each<[string, Record<string, string>]>([
      ['another origin', { origin: 'https://evil.example' }],
      ['another site', { 'sec-fetch-site': 'cross-site' }],
    ])('in HTTP Basic is refused from a page of %s, whether it is valid or not', async (_, page) => {
      const message = expect.stringContaining('HTTP Basic is not accepted from a page') as string;
      for (const each of [key, { ...key, clientSecret: newKey('clientSecret') }]) {
        const answer = await get('/v1/devices', { ...basicHeaders(each), ...page });
        expectError(answer, 'unauthenticated', { message });
      }
    });

    it('is never asked for as HTTP Basic, which a browser would keep', async () => {
      for (const headers of [{}, basicHeaders({ ...key, clientSecret: newKey('clientSecret') })])
        expect((await get('/v1/devices', headers)).headers.get('www-authenticate')).toBe('Bearer');
    });

    it.each<[string, () => Record<string, string>]>([
      ['two different client ids', () => ({ 'X-Api-Key': newKey('clientId') })],
      ['two different client ids', () => basicHeaders({ ...key, clientId: newKey('clientId') })],
      ['two different client secrets', () => ({ 'X-Api-Secret': newKey('clientSecret') })],
      ['two kinds of credential at once', () => ({ authorization: 'Bearer token' })],
    ])('is refused where the request carries %s', async (what, more) => {
      expectError(await get('/v1/devices', { ...keyHeaders(key), ...more() }), 'bad_request', {
        message: `The request carries ${what}. Send exactly one.`,
      });
    });

    it.each<[string, () => Record<string, string>, string | null]>([
      ['an invalid access token', () => ({ authorization: 'Bearer token' }), 'Bearer error="invalid_token"'],
      [
        'an access token beside a key',
        () => ({ ...keyHeaders(key), authorization: 'Bearer token' }),
        'Bearer error="invalid_request"',
      ],
      ['no credential', () => ({}), 'Bearer'],
      ['a wrong key', () => keyHeaders({ ...key, clientSecret: newKey('clientSecret') }), 'Bearer'],
      ['two keys', () => ({ ...keyHeaders(key), 'X-Api-Key': newKey('clientId') }), null],
      ['a valid key', () => keyHeaders(key), null],
    ])('is challenged as in RFC 6750 where the request carries %s', async (_, headers, challenge) => {
      expect((await get('/v1/devices', headers())).headers.get('www-authenticate')).toBe(challenge);
    });

    describe('sent in one header twice', () => {
      const ask = (...lines: string[]) =>
        gateway.sendBytes(
          ['GET /v1/devices HTTP/1.1', 'Host: a', 'Connection: close', ...lines].join('\r\n') + '\r\n\r\n',
        );
      const id = () => `client-id: ${key.clientId}`;
      const secret = () => `client-secret: ${key.clientSecret}`;

      it.each<[string, number, () => string[]]>([
        ['the same id', 200, () => [id(), secret(), id()]],
        ['different ids', 400, () => [id(), secret(), `Client-ID: ${newKey('clientId')}`]],
        ['different secrets', 400, () => [id(), secret(), `client-secret: ${newKey('clientSecret')}`]],
        ['Authorization', 400, () => ['Authorization: Bearer a', 'authorization: Bearer a']],
        [
          'Authorization beside a key',
          400,
          () => [id(), secret(), 'Authorization: Basic a', 'Authorization: b'],
        ],
        [
          'Authorization behind thousands of other headers',
          400,
          () => [
            'Authorization: Bearer a',
            ...Array.from({ length: 2_500 }, () => 'a:'),
            'Authorization: Bearer b',
          ],
        ],
      ])('%s: %i', async (_, status, lines) => {
        const answer = await ask(...lines());
        expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
        if (status === 400) expect(answer).toContain('"code":"bad_request"');
      });
    });

    it('stops working within 5 s of its revocation', async () => {
      const doomed = await gateway.createKey();
      expect((await get('/v1/devices', keyHeaders(doomed))).status).toBe(200);
      await gateway.bus.request(revokeApiKey, { body: { client_id: doomed.clientId } });
      const answer = await until(
        async () => {
          const latest = await get('/v1/devices', keyHeaders(doomed));
          return latest.status !== 200 && latest;
        },
        { describe: 'the revocation', timeoutMs: 5_000 },
      );
      expectError(answer, 'unauthenticated');
    });
  });

  describe('the address', () => {
    it('must be on the allowlist, which is told only when the secret is right', async () => {
      const elsewhere = await gateway.createKey({ allowlist: ['10.0.0.0/8'] });
      const answer = await get('/v1/devices', keyHeaders(elsewhere));
      expectError(answer, 'ip_not_whitelisted', { ip: '127.0.0.1' });
      expect(rateHeaders(answer)).toEqual([null, null, null]);
      const wrong = { ...elsewhere, clientSecret: newKey('clientSecret') };
      expectError(await get('/v1/devices', keyHeaders(wrong)), 'unauthenticated');
    });

    it('is on no empty allowlist', async () => {
      const nobody = await gateway.createKey({ allowlist: [] });
      expectError(await get('/v1/devices', keyHeaders(nobody)), 'ip_not_whitelisted', { ip: '127.0.0.1' });
    });

    it.each(['x-forwarded-for', 'forwarded', 'x-real-ip', 'true-client-ip', 'cf-connecting-ip'])(
      'cannot be forged with %s',
      async (name) => {
        const elsewhere = await gateway.createKey({ allowlist: ['10.0.0.1'] });
        const value = name === 'forwarded' ? 'for=10.0.0.1' : '10.0.0.1';
        expectError(
          await get('/v1/devices', { ...keyHeaders(elsewhere), [name]: value }),
          'ip_not_whitelisted',
          {
            ip: '127.0.0.1',
          },
        );
      },
    );
  });

  describe('ping', () => {
    it('answers a valid key without scopes from any address', async () => {
      const nobody = await gateway.createKey({ allowlist: [], scopes: [] });
      expect((await get('/v1/ping', keyHeaders(nobody))).data).toEqual({
        ip: '127.0.0.1',
        allowlisted: false,
        credential_type: 'api_key',
        account: { id: expect.any(Number) as number, name: 'Spec' },
      });
      expect((await get('/v1/ping', keyHeaders(key))).data).toMatchObject({ allowlisted: true });
    });

    it('answers nobody else', async () => {
      expectError(await get('/v1/ping', {}), 'unauthenticated');
    });
  });

  describe('the rate limit', () => {
    it('admits the plan’s requests, counts them down and then says when to come back', async () => {
      const account_id = await gateway.createAccount({ rate_limit: 3 });
      const headers = keyHeaders(await gateway.createKey({ account_id }));
      const other = keyHeaders(await gateway.createKey({ account_id }));
      const answers = [
        await get('/v1/devices', headers),
        await get('/v1/ping', other),
        await get('/v1/devices', headers),
      ];
      expect(answers.map((answer) => answer.headers.get('ratelimit-remaining'))).toEqual(['2', '1', '0']);

      const refused = await get('/v1/devices', other);
      const seconds = Number(refused.headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(50);
      expect(seconds).toBeLessThanOrEqual(61);
      expect(rateHeaders(refused)).toEqual(['3', '0', String(seconds)]);
      expectError(refused, 'rate_limit_exceeded', { retry_after: seconds });
    });

    it('follows the plan that an administrator changes', async () => {
      const account_id = await gateway.createAccount({ rate_limit: 1 });
      const headers = keyHeaders(await gateway.createKey({ account_id }));
      await get('/v1/ping', headers);
      expect((await get('/v1/ping', headers)).status).toBe(429);
      await gateway.bus.request(updateAccount, { body: { account_id, rate_limit: 50 } });
      await until(async () => (await get('/v1/ping', headers)).status === 200, {
        describe: 'the new limit',
        timeoutMs: 5_000,
      });
    });

    it('is told on every answer behind it', async () => {
      const headers = keyHeaders(await gateway.createKey({ scopes: [] }));
      expect(rateHeaders(await get('/v1/devices', headers))).not.toContain(null);
      expect(rateHeaders(await get('/v1/devices/0/status', headers))).not.toContain(null);
    });
  });

  it('lets an account have only so many requests in flight, at each gateway', async () => {
    const { url, replica } = await gateway.startReplica({ MAX_REQUESTS_PER_ACCOUNT: '2' });
    const scopes = ['tickets:read'];
    const [account, other] = [await gateway.createKey({ scopes }), await gateway.createKey({ scopes })];
    let arrived = 0;
    let letGo!: () => void;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await gateway.bus.respond(listTicketTypes, async () => {
      arrived += 1;
      await held;
      return { ticket_types: [] };
    });
    const ask = (credential: Credential, path = '/v1/ticket-types') =>
      new ApiClient(url, credential).get(path);
    const slow = [ask(account), ask(account)];
    await until(() => arrived === 2, { describe: 'two requests to be in flight' });

    const refused = await ask(account, '/v1/ping');
    const message = 'More than 2 requests of this account are in progress. Wait for some of them to end.';
    expectError(refused, 'rate_limit_exceeded', { message, retry_after: 1 });
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(rateHeaders(refused)).not.toContain(null);
    expect((await ask(other, '/v1/ping')).status).toBe(200);
    expect((await gateway.client(account).get('/v1/ping')).status).toBe(200);

    letGo();
    expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await ask(account, '/v1/ping')).status).toBe(200);
    await replica.stop();
  });

  describe('the scope', () => {
    it('must be among those of the credential', async () => {
      const reader = await gateway.createKey({ scopes: ['devices:read'] });
      expect((await gateway.client(reader).get('/v1/devices')).status).toBe(200);
      expectError(await gateway.client(reader).post('/v1/devices', { name: 'Shop' }), 'insufficient_scope', {
        required_scope: createChannel.scope,
      });
    });

    it('is every one that need not be explicit when the list is null', async () => {
      const all = await gateway.createKey({ scopes: null });
      expect((await gateway.client(all).get('/v1/devices')).status).toBe(200);
    });
  });

  it('lets the first check that fails answer', async () => {
    const account_id = await gateway.createAccount({ rate_limit: 1 });
    const nowhere = keyHeaders(await gateway.createKey({ account_id, allowlist: [], scopes: [] }));
    const unscoped = keyHeaders(await gateway.createKey({ account_id, scopes: [] }));
    const body = { broken: true };
    const post = (path: string, headers: Record<string, string>) =>
      gateway.client().post(path, body, { headers: { ...headers, 'content-type': 'text/plain' } });

    expectError(await post('/v1/nothing', {}), 'not_found');
    expectError(await post('/v1/devices', {}), 'unauthenticated');
    expectError(await post('/v1/devices', nowhere), 'ip_not_whitelisted', { ip: '127.0.0.1' });
    expectError(await post('/v1/devices', unscoped), 'insufficient_scope', {
      required_scope: 'devices:manage',
    });
    expect((await post('/v1/devices', unscoped)).status).toBe(429);
    expectError(await post('/v1/devices', nowhere), 'ip_not_whitelisted', { ip: '127.0.0.1' });
    expectError(await post('/v1/devices', keyHeaders(key)), 'unsupported_media_type');
  });

  it('lets nobody in while the database is away, and says that nothing was done', async () => {
    const fresh = await gateway.createKey();
    await gateway.service.query('ALTER TABLE gateway.api_keys RENAME TO away');
    const answer = await get('/v1/devices', keyHeaders(fresh));
    await gateway.service.query('ALTER TABLE gateway.away RENAME TO api_keys');
    expectError(answer, 'service_unavailable');
    expect((await get('/v1/devices', keyHeaders(fresh))).status).toBe(200);
  });
});

describe('the address behind two trusted proxies', () => {
  let gateway: GatewayUnderTest;

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start({ TRUSTED_PROXY_HOPS: '2' });
  });

  afterAll(() => gateway.stop());

  it('is unknown, and on no allowlist, when the header is shorter than that', async () => {
    const key = await gateway.createKey({ allowlist: ['0.0.0.0/0', '::/0'] });
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    const refused = await gateway.client(key).get('/v1/devices', { headers });
    expect(refused.error).toMatchObject({ code: 'ip_not_whitelisted', ip: '' });
    expect((await gateway.client(key).get('/v1/ping', { headers })).data).toMatchObject({
      ip: '',
      allowlisted: false,
    });
  });
});

describe('the address behind a trusted proxy', () => {
  let gateway: GatewayUnderTest;

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start({ TRUSTED_PROXY_HOPS: '1' });
  });

  afterAll(() => gateway.stop());

  it.each([
    ['203.0.113.7', '203.0.113.7', true],
    ['10.0.0.1, 203.0.113.7', '203.0.113.7', true],
    ['203.0.113.7, 10.0.0.1', '10.0.0.1', false],
    ['::ffff:203.0.113.7', '203.0.113.7', true],
    ['203.0.113.7, nonsense', 'nonsense', false],
    ['203.0.113.7,', '', false],
  ])('is the last of X-Forwarded-For: %s', async (forwarded, ip, allowlisted) => {
    const key = await gateway.createKey({ allowlist: ['203.0.113.7'] });
    const answer = await gateway.client(key).get('/v1/ping', { headers: { 'x-forwarded-for': forwarded } });
    expect(answer.data).toMatchObject({ ip, allowlisted, credential_type: 'api_key' });
  });

  it('is what people are told as theirs now, to put it on the allowlist of a key', async () => {
    const person = await PersonAtConsole.signIn(gateway, await gateway.createAccount());
    const from = { 'x-forwarded-for': '198.51.100.1, 203.0.113.7' };
    const { text } = await person.call('GET', '/me', { headers: { ...OWN_PAGE, ...from } });
    const { address } = (JSON.parse(text) as { data: Me }).data;
    const key = await gateway.createKey({ allowlist: [address!] });
    const answer = await gateway.client(key).get('/v1/ping', { headers: from });
    expect(answer.data).toMatchObject({ ip: '203.0.113.7', allowlisted: true });
  });
});

function quota() {
  return {
    account_limit_remaining: 1,
    channels_in_use: 0,
    cloud_api_available: false,
    device_channels_available: true,
  };
}
