import { setUserRole, updateAccount } from '@chat/contracts/gateway';
import { OAuthUnderTest, oauthRefusal as refusal } from '../../testing/oauth-under-test';
import { signedInPerson } from '../../testing/oauth-app';

describe('tokens for a resource', () => {
  let oauth: OAuthUnderTest;
  let mcp: string;

  beforeAll(async () => {
    oauth = await OAuthUnderTest.start();
    mcp = `${oauth.gateway.url}/mcp`;
    const body = { account_id: oauth.accountId, mcp: true };
    await oauth.gateway.bus.request(updateAccount, { body });
  });

  afterAll(() => oauth.stop());

  const reads = { access: 'read' };
  const forMcp = async () =>
    (await oauth.app.redeem(await oauth.app.codeFor(oauth.ada, { resource: mcp }, reads))).body;

  it('for MCP open nothing of the API, and say why', async () => {
    const { access_token } = await forMcp();
    const { status, headers, body } = await oauth.ping(access_token!);
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    expect(JSON.stringify(body)).toContain('for another resource');
    const headersOfToken = { authorization: `Bearer ${access_token!}` };
    for (const path of ['/v1/contacts', '/device-api/v1/instances']) {
      expect((await fetch(oauth.gateway.url + path, { headers: headersOfToken })).status).toBe(401);
    }
  });

  it('stay for it when they are renewed', async () => {
    const { refresh_token } = await forMcp();
    const renewed = await oauth.app.refresh(refresh_token!, { resource: mcp });
    expect(renewed.status).toBe(200);
    expect((await oauth.ping(renewed.body.access_token!)).status).toBe(401);
  });

  it('are not exchanged for those for another one, which uses nothing up', async () => {
    const { url } = oauth.gateway;
    const code = await oauth.app.codeFor(oauth.ada, { resource: mcp }, reads);
    expect(await oauth.app.redeem(code, { resource: url })).toMatchObject(refusal('invalid_target'));
    const { refresh_token } = (await oauth.app.redeem(code, { resource: mcp })).body;
    expect(await oauth.app.refresh(refresh_token!, { resource: url })).toMatchObject(
      refusal('invalid_target'),
    );
    expect((await oauth.app.refresh(refresh_token!)).status).toBe(200);
    const ofApi = await oauth.tokens();
    expect(await oauth.app.refresh(ofApi.refresh_token!, { resource: mcp })).toMatchObject(
      refusal('invalid_target'),
    );
  });

  it('for the API are what an app gets that names the API, or nothing', async () => {
    for (const resource of [oauth.gateway.url, `${oauth.gateway.url}/`, null]) {
      const { body } = await oauth.app.redeem(await oauth.app.codeFor(oauth.ada, { resource }));
      expect((await oauth.ping(body.access_token!)).status).toBe(200);
    }
  });

  it('are refused for a resource that is not ours, which the app learns', async () => {
    const page = await oauth.ada.get(oauth.app.authorizePath({ resource: 'https://evil.example/mcp' }));
    expect(new URL(page.location!).searchParams.get('error')).toBe('invalid_target');
  });

  it('need a consent of their own, which neither gives nor takes anything for the other', async () => {
    const { browser, user } = await signedInPerson(oauth.gateway, oauth.accountId);
    const { app } = oauth;
    const wide = { scope: 'contacts:read messages:send' };
    const ofMcp = (await app.redeem(await app.codeFor(browser, { ...wide, resource: mcp }, reads))).body;
    expect((await browser.get(app.authorizePath(wide))).status).toBe(200);
    await app.codeFor(browser, { scope: 'contacts:read' });
    expect((await app.refresh(ofMcp.refresh_token!)).body.scope).toBe('contacts:read messages:send');
    expect((await browser.get(app.authorizePath({ ...wide, resource: mcp }))).location).toContain('code=');
    const body = { user: user.email, role: 'viewer' } as const;
    await oauth.gateway.bus.request(setUserRole, { body });
    const cut = (
      await app.redeem(await app.codeFor(browser, { scope: 'contacts:read', resource: mcp }, reads))
    ).body;
    expect(cut.scope).toBe('contacts:read');
  });
});
