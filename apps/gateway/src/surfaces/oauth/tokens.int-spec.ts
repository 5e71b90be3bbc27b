import {
  deleteDeveloperApp,
  disableUser,
  listGrants,
  revokeGrant,
  rotateDeveloperAppSecret,
} from '@chat/contracts/gateway';
import { CapturedLog, until, type Browser, type OAuthApp, type TokenAnswer } from '@chat/testing';
import { GatewayUnderTest, keyHeaders } from '../../testing/gateway-under-test';
import { createApp, signedInPerson } from '../../testing/oauth-app';

describe('tokens', () => {
  let gateway: GatewayUnderTest;
  let second: string;
  let accountId: number;
  let app: OAuthApp;
  let ada: Browser;
  let log: CapturedLog;

  beforeAll(async () => {
    log = new CapturedLog();
    gateway = await GatewayUnderTest.start({ LOG_LEVEL: 'info' });
    second = (await gateway.startReplica()).url;
    accountId = await gateway.createAccount();
    app = await createApp(gateway, accountId);
    ada = (await signedInPerson(gateway, accountId)).browser;
  });

  afterAll(async () => {
    await gateway.stop();
    log.release();
  });

  const tokens = async (of = app, browser = ada) => (await of.redeem(await of.codeFor(browser))).body;
  const ping = async (token: string, url = gateway.url) => {
    const answer = await fetch(`${url}/v1/ping`, { headers: { authorization: `Bearer ${token}` } });
    return {
      status: answer.status,
      headers: answer.headers,
      body: (await answer.json()) as { data?: object },
    };
  };
  /** Caches may know a token for 3 seconds. */
  const untilDead = (token: string, url = gateway.url) =>
    until(async () => (await ping(token, url)).status === 401, {
      describe: 'the access token to be refused',
      timeoutMs: 5_000,
    });
  const refusal = (error: string) => ({
    status: 400,
    body: { error, error_description: expect.any(String) as string },
  });

  it('come for a code, and act for the account of the person who allowed it', async () => {
    const other = await createApp(gateway, await gateway.createAccount());
    const { status, headers, body } = await other.redeem(await other.codeFor(ada));
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({
      access_token: expect.stringMatching(/^at_[0-9A-Za-z]{38}$/) as string,
      refresh_token: expect.stringMatching(/^rt_[0-9A-Za-z]{38}$/) as string,
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'contacts:read messages:send',
    });
    const { body: pinged } = await ping(body.access_token!);
    expect(pinged.data).toEqual({ ip: '127.0.0.1', allowlisted: true, credential_type: 'bearer' });
    const [row] = await gateway.service.query<{ account_id: string }>(
      'SELECT account_id FROM gateway.oauth_tokens ORDER BY expires_at DESC LIMIT 1',
    );
    expect(Number(row!.account_id)).toBe(accountId);
  });

  it('are kept as digests, and none of them is logged', async () => {
    const code = await app.codeFor(ada);
    const { body } = await app.redeem(code);
    await ping(body.access_token!);
    const rows = JSON.stringify([
      await gateway.service.query('SELECT * FROM gateway.oauth_families'),
      await gateway.service.query('SELECT * FROM gateway.oauth_tokens'),
    ]);
    for (const secret of [code, body.access_token!, body.refresh_token!, app.clientSecret!, app.verifier]) {
      expect(rows).not.toContain(secret);
      expect(log.text).not.toContain(secret);
    }
  });

  it.each([
    ['another verifier', { code_verifier: 'a'.repeat(43) }],
    ['the challenge as verifier', { code_verifier: 'plain' }],
    ['another redirect URI', { redirect_uri: 'https://crm.example.com/callback' }],
  ])('do not come for a code with %s, which stays good for its app', async (_, changes) => {
    const code = await app.codeFor(ada);
    expect(await app.redeem(code, changes)).toMatchObject(refusal('invalid_grant'));
    expect((await app.redeem(code)).status).toBe(200);
  });

  it.each(['code', 'redirect_uri', 'code_verifier', 'grant_type'])('need %s', async (name) => {
    const code = await app.codeFor(ada);
    expect(await app.redeem(code, { [name]: '' })).toMatchObject(refusal('invalid_request'));
  });

  it.each(['password', 'client_credentials', 'implicit', '__proto__'])(
    'do not come for a grant of type %s',
    async (grant_type) => {
      expect(await app.token({ grant_type })).toMatchObject(refusal('unsupported_grant_type'));
    },
  );

  it('do not come for a code of another app, nor for one older than a minute', async () => {
    const other = await createApp(gateway, accountId);
    const code = await app.codeFor(ada);
    expect(await other.redeem(code, { code_verifier: app.verifier })).toMatchObject(refusal('invalid_grant'));
    await gateway.service.query(
      "UPDATE gateway.oauth_families SET code_expires_at = code_expires_at - interval '60 seconds'",
    );
    expect(await app.redeem(code)).toMatchObject(refusal('invalid_grant'));
  });

  it('die when their code is used again', async () => {
    const code = await app.codeFor(ada);
    const { body } = await app.redeem(code);
    expect((await ping(body.access_token!)).status).toBe(200);
    expect(await app.redeem(code)).toMatchObject(refusal('invalid_grant'));
    await untilDead(body.access_token!);
    expect(await app.refresh(body.refresh_token!)).toMatchObject(refusal('invalid_grant'));
  });

  it('come once for a code that is redeemed eight times at once on two gateways', async () => {
    const code = await app.codeFor(ada);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => app.redeem(code, {}, index % 2 ? second : gateway.url)),
    );
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    expect(answers.filter(({ body }) => body.error === 'invalid_grant')).toHaveLength(7);
    await untilDead(winners[0]!.body.access_token!, second);
  });

  it('are renewed by a refresh token, which works once', async () => {
    const first = await tokens();
    const { status, body } = await app.refresh(first.refresh_token!);
    expect(status).toBe(200);
    expect(body).toMatchObject({ scope: 'contacts:read messages:send', expires_in: 3600 });
    expect((await ping(body.access_token!)).status).toBe(200);
    expect((await ping(first.access_token!)).status).toBe(200);
    expect(await app.refresh(first.refresh_token!)).toMatchObject(refusal('invalid_grant'));
    await untilDead(body.access_token!);
    await untilDead(first.access_token!);
    expect(await app.refresh(body.refresh_token!)).toMatchObject(refusal('invalid_grant'));
  });

  it('are renewed once by a refresh token that is used eight times at once on two gateways', async () => {
    const first = await tokens();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        app.refresh(first.refresh_token!, {}, index % 2 ? second : gateway.url),
      ),
    );
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    await untilDead(winners[0]!.body.access_token!);
  });

  it('leave the other families of the same grant alone when theirs ends', async () => {
    const [one, other] = [await tokens(), await tokens()];
    await app.refresh(one.refresh_token!);
    await app.refresh(one.refresh_token!);
    await untilDead(one.access_token!);
    expect((await ping(other.access_token!)).status).toBe(200);
  });

  it('are narrowed on request and never widened', async () => {
    const first = await tokens();
    expect(await app.refresh(first.refresh_token!, { scope: 'contacts:read contacts:write' })).toMatchObject(
      refusal('invalid_scope'),
    );
    const narrow = await app.refresh(first.refresh_token!, { scope: 'contacts:read' });
    expect(narrow.body.scope).toBe('contacts:read');
    const answer = await fetch(`${gateway.url}/v1/messages`, {
      method: 'POST',
      body: '{}',
      headers: { authorization: `Bearer ${narrow.body.access_token!}`, 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(403);
    expect((await app.refresh(narrow.body.refresh_token!)).body.scope).toBe('contacts:read messages:send');
  });

  it('expire', async () => {
    const { access_token, refresh_token } = await tokens();
    await gateway.service.query(
      "UPDATE gateway.oauth_tokens SET expires_at = expires_at - interval '1 hour' WHERE kind = 'access'",
    );
    await untilDead(access_token!);
    await gateway.service.query(
      "UPDATE gateway.oauth_tokens SET expires_at = expires_at - interval '30 days' WHERE kind = 'refresh'",
    );
    expect(await app.refresh(refresh_token!)).toMatchObject(refusal('invalid_grant'));
  });

  it.each([
    ['its refresh token is revoked', ({ refresh_token }: TokenAnswer['body']) => app.revoke(refresh_token!)],
    ['it is revoked itself', ({ access_token }: TokenAnswer['body']) => app.revoke(access_token!)],
  ])('end everywhere when %s', async (_, revoke) => {
    const pair = await tokens();
    expect((await ping(pair.access_token!, second)).status).toBe(200);
    expect(await revoke(pair)).toMatchObject({ status: 200, body: {} });
    await untilDead(pair.access_token!);
    await untilDead(pair.access_token!, second);
  });

  it('outlive the revocation of another app, and of what is no token', async () => {
    const other = await createApp(gateway, accountId);
    const pair = await tokens();
    for (const token of [pair.refresh_token!, pair.access_token!, 'nonsense', 'nul\0']) {
      expect(await other.revoke(token)).toMatchObject({ status: 200 });
    }
    expect((await app.refresh(pair.refresh_token!)).status).toBe(200);
  });

  it('end when the grant is withdrawn, which is listed; the next time the person is asked again', async () => {
    const pair = await tokens();
    const { grants } = await gateway.bus.request(listGrants, { body: { account_id: accountId } });
    const grant = grants.find(({ client_id, revoked_at }) => client_id === app.clientId && !revoked_at)!;
    expect(grant).toMatchObject({ app_name: 'Acme <CRM>', scopes: ['contacts:read', 'messages:send'] });
    const revoke = async () =>
      (await gateway.bus.request(revokeGrant, { body: { grant_id: grant.id } })).grant.revoked_at;
    const since = await revoke();
    expect(since).not.toBeNull();
    expect(await revoke()).toBe(since);
    await untilDead(pair.access_token!);
    expect(await app.refresh(pair.refresh_token!)).toMatchObject(refusal('invalid_grant'));
    expect((await ada.get(app.authorizePath())).status).toBe(200);
  });

  it('end when the person is disabled, or the app deleted', async () => {
    const { user, browser } = await signedInPerson(gateway, accountId);
    const doomed = await createApp(gateway, accountId);
    const [ofUser, ofApp] = [await tokens(app, browser), await tokens(doomed)];
    await gateway.bus.request(disableUser, { body: { user: user.email } });
    await gateway.bus.request(deleteDeveloperApp, { body: { app: doomed.clientId } });
    await untilDead(ofUser.access_token!);
    await untilDead(ofApp.access_token!);
    expect(await app.refresh(ofUser.refresh_token!)).toMatchObject(refusal('invalid_grant'));
    expect(await doomed.refresh(ofApp.refresh_token!)).toMatchObject({ status: 401 });
  });

  it.each([
    ['no secret', (of: OAuthApp) => ({ client_id: of.clientId, client_secret: '' })],
    ['a wrong secret', (of: OAuthApp) => ({ client_id: of.clientId, client_secret: 'aps_wrong' })],
    ['an unknown client', () => ({ client_id: 'app_unknown' })],
    ['NUL', () => ({ client_id: 'app_\0' })],
  ])('do not come for a client with %s', async (_, credentials) => {
    const answer = await app.redeem(await app.codeFor(ada), credentials(app));
    expect(answer).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    expect(answer.headers.get('www-authenticate')).toMatch(/^Basic/);
  });

  it('come for a secret in the header, for a new secret at once, and for a public app without one', async () => {
    const { client_secret } = await gateway.bus.request(rotateDeveloperAppSecret, {
      body: { app: app.clientId },
    });
    const code = await app.codeFor(ada);
    expect((await app.redeem(code)).status).toBe(401);
    const basic = Buffer.from(`${app.clientId}:${client_secret}`).toString('base64');
    const answer = await fetch(`${gateway.url}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: 'https://crm.example.com/callback?from=chat',
        code_verifier: app.verifier,
      }),
    });
    expect(answer.status).toBe(200);
    const open = await createApp(gateway, accountId, { public: true });
    expect((await open.redeem(await open.codeFor(ada))).status).toBe(200);
    expect(await open.token({ grant_type: 'refresh_token', client_secret: 'aps_any' })).toMatchObject({
      status: 401,
    });
    app = await createApp(gateway, accountId);
  });

  it('are refused in the words of OAuth for a body that is no form, a parameter twice and an unknown path', async () => {
    const post = async (path: string, body: string, type = 'application/x-www-form-urlencoded') => {
      const answer = await fetch(gateway.url + path, {
        method: 'POST',
        body,
        headers: { 'content-type': type },
      });
      return { status: answer.status, body: (await answer.json()) as object };
    };
    const own = `client_id=${app.clientId}&client_secret=${app.clientSecret}`;
    expect(await post('/oauth/token', '{}', 'application/json')).toMatchObject({
      status: 415,
      body: { error: 'invalid_request' },
    });
    expect(await post('/oauth/token', `${own}&grant_type=a&grant_type=b`)).toMatchObject(
      refusal('invalid_request'),
    );
    expect(await post('/oauth/introspect', own)).toMatchObject({
      status: 404,
      body: { error: 'invalid_request' },
    });
  });

  it('open nothing beside an API key, twice, or in a form that is none', async () => {
    const { access_token } = await tokens();
    const key = keyHeaders(await gateway.createKey({ account_id: accountId }));
    const status = async (headers: Record<string, string>) =>
      (await fetch(`${gateway.url}/v1/ping`, { headers })).status;
    expect(await status({ ...key, authorization: `Bearer ${access_token!}` })).toBe(400);
    for (const token of [
      '',
      'at_',
      'nonsense',
      `${access_token!}x`,
      access_token!.slice(0, -1),
      'x'.repeat(8_000),
    ]) {
      expect(await status({ authorization: `Bearer ${token}` })).toBe(401);
    }
    const { headers } = await ping('nonsense');
    expect(headers.get('www-authenticate')).toBe('Bearer');
  });

  it('are limited to 300 requests a minute per address', async () => {
    const fresh = await gateway.startReplica();
    const answers = await Promise.all(
      Array.from({ length: 400 }, () => app.token({ grant_type: 'x' }, fresh.url)),
    );
    expect(answers.filter(({ status }) => status === 400).length).toBeGreaterThanOrEqual(300);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body.error).toBe('temporarily_unavailable');
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('leave nothing behind once they and their grants have ended', async () => {
    const doomed = await createApp(gateway, accountId);
    await tokens(doomed);
    await gateway.bus.request(deleteDeveloperApp, { body: { app: doomed.clientId } });
    await gateway.service.query(`
      UPDATE gateway.oauth_families SET expires_at = now();
      UPDATE gateway.oauth_grants SET revoked_at = now() - interval '31 days';
      UPDATE gateway.developer_apps SET deleted_at = now() - interval '31 days' WHERE deleted_at IS NOT NULL;
    `);
    await gateway.startReplica();
    await until(
      async () => {
        const [left] = await gateway.service.query<{ count: number }>(`
          SELECT (SELECT count(*) FROM gateway.oauth_tokens) + (SELECT count(*) FROM gateway.oauth_families)
            + (SELECT count(*) FROM gateway.oauth_grants)
            + (SELECT count(*) FROM gateway.developer_apps WHERE deleted_at IS NOT NULL) AS count`);
        return Number(left!.count) === 0;
      },
      { describe: 'everything that ended to be deleted' },
    );
  });
});
