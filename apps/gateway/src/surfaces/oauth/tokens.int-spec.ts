import { listContacts } from '@chat/contracts/crm';
import { rotateDeveloperAppSecret, updateAccount } from '@chat/contracts/gateway';
import { CapturedLog, REDIRECT_URI, type Browser, type OAuthApp } from '@chat/test-kit';
import { keyHeaders, type GatewayUnderTest } from '../../testing/gateway-under-test';
import { createApp, signedInPerson } from '../../testing/oauth-app';
import { stopClock } from '../../testing/stopped-clock';
import { OAuthUnderTest, oauthRefusal as refusal } from '../../testing/oauth-under-test';

describe('tokens', () => {
  let oauth: OAuthUnderTest;
  let gateway: GatewayUnderTest;
  let accountId: number;
  let app: OAuthApp;
  let ada: Browser;
  let log: CapturedLog;

  beforeAll(async () => {
    log = new CapturedLog();
    oauth = await OAuthUnderTest.start({ LOG_LEVEL: 'info' });
    ({ gateway, accountId, app, ada } = oauth);
  });

  afterAll(async () => {
    await oauth.stop();
    log.release();
  });

  const tokens: OAuthUnderTest['tokens'] = (...of) => oauth.tokens(...of);
  const ping: OAuthUnderTest['ping'] = (...of) => oauth.ping(...of);
  const untilDead: OAuthUnderTest['untilDead'] = (...of) => oauth.untilDead(...of);

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
      account: { id: accountId, name: 'Spec' },
    });
    const { body: pinged } = await ping(body.access_token!);
    expect(pinged.data).toEqual({
      ...{ ip: '127.0.0.1', allowlisted: true, credential_type: 'bearer' },
      account: { id: accountId, name: 'Spec' },
    });
    const [row] = await gateway.service.query<{ account_id: string }>(
      'SELECT account_id FROM gateway.oauth_tokens ORDER BY expires_at DESC LIMIT 1',
    );
    expect(Number(row!.account_id)).toBe(accountId);
  });

  it('carry the plan of the account to the services, as a key does', async () => {
    const limited = await gateway.createAccount({ account_limit: 3, rate_limit: 77 });
    await gateway.bus.request(updateAccount, { body: { account_id: limited, manual_probes: false } });
    const { browser } = await signedInPerson(gateway, limited);
    const key = await gateway.createKey({ account_id: limited });
    const { access_token } = await tokens(app, browser);
    const plans: object[] = [];
    const listener = await gateway.bus.respond(listContacts, (_, { account }) => {
      plans.push(account.plan);
      return { contacts: [] };
    });
    const bearer = { authorization: `Bearer ${access_token!}` };
    for (const headers of [keyHeaders(key), bearer]) await fetch(`${gateway.url}/v1/contacts`, { headers });
    listener.unsubscribe();
    expect(plans).toHaveLength(2);
    expect(plans[1]).toEqual(plans[0]);
    expect(plans[1]).toMatchObject({ manual_probes: false, account_limit: 3, rate_limit: 77 });
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

  it('come for a form that begins with a byte order mark', async () => {
    const members = {
      grant_type: 'authorization_code',
      code: await app.codeFor(ada),
      redirect_uri: REDIRECT_URI,
      code_verifier: app.verifier,
      client_id: app.clientId,
      client_secret: app.clientSecret!,
    };
    const answer = await fetch(`${gateway.url}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `\uFEFF${new URLSearchParams(members).toString()}`,
    });
    expect(answer.status).toBe(200);
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

  it('are renewed by a refresh token, whose use an hour later ends all of them', async () => {
    const first = await tokens();
    const { status, body } = await app.refresh(first.refresh_token!);
    expect(status).toBe(200);
    expect(body).toMatchObject({ scope: 'contacts:read messages:send', expires_in: 3600 });
    expect((await ping(body.access_token!)).status).toBe(200);
    expect((await ping(first.access_token!)).status).toBe(200);
    await oauth.passAnHour();
    expect(await app.refresh(first.refresh_token!)).toMatchObject(refusal('invalid_grant'));
    await untilDead(body.access_token!);
    await untilDead(first.access_token!);
    expect(await app.refresh(body.refresh_token!)).toMatchObject(refusal('invalid_grant'));
  });

  it('are renewed once more for a client that lost the answer, with the same successor', async () => {
    const first = await tokens();
    const lost = await app.refresh(first.refresh_token!);
    const { status, body } = await app.refresh(first.refresh_token!, { scope: 'contacts:read' });
    expect([status, body.scope]).toEqual([200, 'contacts:read']);
    expect(body.refresh_token).toBe(lost.body.refresh_token);
    expect(body.access_token).not.toBe(lost.body.access_token);
    expect((await ping(body.access_token!)).status).toBe(200);
    const next = await app.refresh(body.refresh_token!);
    expect([next.status, next.body.scope]).toEqual([200, 'contacts:read messages:send']);
    const rows = JSON.stringify(await gateway.service.query('SELECT * FROM gateway.oauth_tokens'));
    for (const secret of [body.refresh_token!, next.body.refresh_token!]) {
      expect(rows).not.toContain(secret);
      expect(log.text).not.toContain(secret);
    }
  });

  it('are not renewed once more after the grace that is set, nor if the release before used the token', async () => {
    const strict = await gateway.startReplica({ OAUTH_REFRESH_GRACE_MS: '0' });
    const [one, other] = [await tokens(), await tokens()];
    await app.refresh(one.refresh_token!);
    expect(await app.refresh(one.refresh_token!, {}, strict.url)).toMatchObject(refusal('invalid_grant'));
    await app.refresh(other.refresh_token!);
    await gateway.service.query('UPDATE gateway.oauth_tokens SET successor_salt = NULL');
    expect(await app.refresh(other.refresh_token!)).toMatchObject(refusal('invalid_grant'));
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
    expect(answer.headers.get('www-authenticate')).toBe(
      'Bearer error="insufficient_scope", scope="messages:send"',
    );
    expect((await app.refresh(narrow.body.refresh_token!)).body.scope).toBe('contacts:read messages:send');
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
    const rotated = await createApp(gateway, accountId);
    const { client_secret } = await gateway.bus.request(rotateDeveloperAppSecret, {
      body: { app: rotated.clientId },
    });
    const code = await rotated.codeFor(ada);
    expect((await rotated.redeem(code)).status).toBe(401);
    const basic = Buffer.from(`${rotated.clientId}:${client_secret}`).toString('base64');
    const answer = await fetch(`${gateway.url}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: 'https://crm.example.com/callback?from=chat',
        code_verifier: rotated.verifier,
      }),
    });
    expect(answer.status).toBe(200);
    const open = await createApp(gateway, accountId, { public: true });
    expect((await open.redeem(await open.codeFor(ada))).status).toBe(200);
    expect(await open.token({ grant_type: 'refresh_token', client_secret: 'aps_any' })).toMatchObject({
      status: 401,
    });
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
      body: { error: 'invalid_request', error_description: 'Send application/x-www-form-urlencoded.' },
    });
    expect(await post('/oauth/token', `${own}&grant_type=a&grant_type=b`)).toMatchObject(
      refusal('invalid_request'),
    );
    expect(await post('/oauth/introspect', own)).toMatchObject({
      status: 404,
      body: { error: 'invalid_request' },
    });
  });

  it('are neither issued nor revoked while the database is unavailable: clients get 503', async () => {
    const code = await app.codeFor(ada);
    await gateway.service.query('ALTER TABLE gateway.developer_apps RENAME TO away');
    const answers = [await app.redeem(code), await app.revoke('rt_any')];
    const page = await ada.get(app.authorizePath());
    await gateway.service.query('ALTER TABLE gateway.away RENAME TO developer_apps');
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 503, body: { error: 'temporarily_unavailable' } });
    expect(page.status).toBe(503);
    expect((await app.redeem(code)).status).toBe(200);
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
    expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
  });

  it('are limited to 300 requests a minute per address', async () => {
    const fresh = await gateway.startReplica();
    const letClockGoOn = stopClock();
    const answers = await Promise.all(
      Array.from({ length: 400 }, () => app.token({ grant_type: 'x' }, fresh.url)),
    ).finally(letClockGoOn);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(300);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body.error).toBe('temporarily_unavailable');
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
