import { deleteDeveloperApp, disableUser, listGrants, revokeGrant } from '@chat/contracts/gateway';
import { until, type Browser, type OAuthApp, type TokenAnswer } from '@chat/test-kit';
import type { GatewayUnderTest } from '../../testing/gateway-under-test';
import { createApp, signedInPerson } from '../../testing/oauth-app';
import { OAuthUnderTest, oauthRefusal as refusal } from '../../testing/oauth-under-test';

describe('tokens', () => {
  let oauth: OAuthUnderTest;
  let gateway: GatewayUnderTest;
  let second: string;
  let accountId: number;
  let app: OAuthApp;
  let ada: Browser;

  beforeAll(async () => {
    oauth = await OAuthUnderTest.start();
    ({ gateway, second, accountId, app, ada } = oauth);
  });

  afterAll(() => oauth.stop());

  const tokens: OAuthUnderTest['tokens'] = (...of) => oauth.tokens(...of);
  const ping: OAuthUnderTest['ping'] = (...of) => oauth.ping(...of);
  const untilDead: OAuthUnderTest['untilDead'] = (...of) => oauth.untilDead(...of);

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

  it('lose nobody when a refresh token is used fifty times at once on two gateways', async () => {
    const first = await tokens();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        app.refresh(first.refresh_token!, {}, index % 2 ? second : gateway.url),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
    const successors = new Set(answers.map(({ body }) => body.refresh_token!));
    expect(successors.size).toBe(1);
    expect(new Set(answers.map(({ body }) => body.access_token)).size).toBe(50);
    const pings = await Promise.all(answers.map(({ body }) => ping(body.access_token!)));
    expect(pings.filter(({ status }) => status === 200)).toHaveLength(50);
    expect((await app.refresh([...successors][0]!)).status).toBe(200);
  });

  it('end when one that was stolen is used an hour later, whoever comes first', async () => {
    const stolen = await tokens();
    const { body: thief } = await app.refresh(stolen.refresh_token!);
    await oauth.passAnHour();
    expect(await app.refresh(stolen.refresh_token!, {}, second)).toMatchObject(refusal('invalid_grant'));
    await untilDead(thief.access_token!);
    expect(await app.refresh(thief.refresh_token!)).toMatchObject(refusal('invalid_grant'));
  });

  it('leave the other families of the same grant alone when theirs ends', async () => {
    const [one, other] = [await tokens(), await tokens()];
    await app.refresh(one.refresh_token!);
    await oauth.passAnHour();
    await app.refresh(one.refresh_token!);
    await untilDead(one.access_token!);
    expect((await ping(other.access_token!)).status).toBe(200);
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

  describe('of an earlier consent', () => {
    const tokensOf = async (of: OAuthApp, scope: string, browser = ada) =>
      (await of.redeem(await of.codeFor(browser, { scope }))).body;
    /** A route for each scope that these specs grant; without the scope it answers 403. */
    const routes = { 'contacts:read': 'contacts', 'devices:read': 'devices', 'tickets:read': 'tickets' };
    const scopesOf = async (token: string, url: string) => {
      const headers = { authorization: `Bearer ${token}` };
      const asked = Object.entries(routes).map(async ([scope, path]) => {
        const { status } = await fetch(`${url}/v1/${path}`, { headers });
        return [401, 403].includes(status) ? [] : [scope];
      });
      return (await Promise.all(asked)).flat();
    };
    /** Resolves when the token has exactly these scopes on both gateways, which caches may delay for 3 seconds. */
    const untilItHas = (token: string, scopes: readonly string[]) =>
      until(
        async () => {
          const found = await Promise.all([scopesOf(token, gateway.url), scopesOf(token, second)]);
          return found.every((names) => names.join() === scopes.join());
        },
        { describe: `the token to have ${scopes.join(' and ')}`, timeoutMs: 5_000 },
      );

    it.each([
      ['fewer', 'contacts:read devices:read', 'contacts:read', ['contacts:read']],
      [
        'some others',
        'contacts:read devices:read',
        'devices:read tickets:read',
        ['contacts:read', 'devices:read'],
      ],
      ['only others', 'contacts:read', 'devices:read', ['contacts:read']],
      ['more', 'contacts:read', 'contacts:read devices:read', ['contacts:read']],
    ])(
      'lose what the person leaves out, and nothing else, when the person allows %s',
      async (_, earlier, later, left) => {
        const other = await createApp(gateway, accountId);
        const old = await tokensOf(other, earlier);
        await untilItHas(old.access_token!, earlier.split(' '));
        const pending = await other.codeFor(ada, { scope: earlier });
        await other.codeFor(ada, { scope: later });
        await untilItHas(old.access_token!, left);
        expect((await other.refresh(old.refresh_token!)).body.scope).toBe(left.join(' '));
        expect((await other.redeem(pending)).body.scope).toBe(left.join(' '));
        const { grants } = await gateway.bus.request(listGrants, { body: { account_id: accountId } });
        const grant = grants.find(({ client_id }) => client_id === other.clientId)!;
        expect(grant.scopes).toEqual([...new Set([...left, ...later.split(' ')])].toSorted());
        // Whoever allows all again allows it to the tokens that come of it.
        await other.codeFor(ada, { scope: earlier });
        expect(await scopesOf(old.access_token!, gateway.url)).toEqual(left);
      },
    );

    it('end when they were narrowed to what the person leaves out', async () => {
      const other = await createApp(gateway, accountId);
      const first = await tokensOf(other, 'contacts:read devices:read');
      const { body: narrow } = await other.refresh(first.refresh_token!, { scope: 'contacts:read' });
      await other.codeFor(ada, { scope: 'devices:read' });
      await untilDead(narrow.access_token!, second);
      expect((await other.refresh(narrow.refresh_token!)).body.scope).toBe('devices:read');
    });

    it('keep theirs when another person allows the app less, or the same person another app', async () => {
      const other = await createApp(gateway, accountId);
      const { browser: bob } = await signedInPerson(gateway, accountId);
      const old = await tokensOf(other, 'contacts:read devices:read');
      await tokensOf(other, 'contacts:read', bob);
      await tokensOf(await createApp(gateway, accountId), 'contacts:read');
      expect((await other.refresh(old.refresh_token!)).body.scope).toBe('contacts:read devices:read');
    });
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

  it('leave nothing behind once they and their grants have ended', async () => {
    const doomed = await createApp(gateway, accountId);
    await tokens(doomed);
    await gateway.bus.request(deleteDeveloperApp, { body: { app: doomed.clientId } });
    await gateway.service.query(`
      UPDATE gateway.oauth_families SET expires_at = now();
      UPDATE gateway.oauth_grants SET revoked_at = now() - interval '31 days', announced_at = now();
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
