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

  it('keep their scopes when the person allows fewer later, and the list of grants has them until then', async () => {
    const other = await createApp(gateway, accountId);
    const tokensOf = async (scope: string) => (await other.redeem(await other.codeFor(ada, { scope }))).body;
    const listed = async () => {
      const { grants } = await gateway.bus.request(listGrants, { body: { account_id: accountId } });
      return grants.find(({ client_id }) => client_id === other.clientId)!.scopes;
    };
    const wide = await tokensOf('contacts:read messages:send');
    await tokensOf('contacts:read');
    expect((await ping(wide.access_token!)).status).toBe(200);
    expect(await listed()).toEqual(['contacts:read', 'messages:send']);
    await other.revoke(wide.refresh_token!);
    expect(await listed()).toEqual(['contacts:read']);
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
