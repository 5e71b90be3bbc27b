import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import type { CreatedDeveloperApp } from '@chat/contracts/gateway';
import { Browser, decide, until } from '@chat/test-kit';
import {
  discoverWithOAuth4webapi,
  insecure,
  walkWithOAuth4webapi,
  walkWithOpenidClient,
  type Walker,
} from './oauth-walks';
import type { RunningStack } from '../shared-stack';

const PASSWORD = 'correct horse battery';
const REDIRECT_URI = 'http://127.0.0.1:49152/callback';
const SCOPE = 'devices:read messages:send';

/** The flow, with two third-party libraries. */
export function oauthClients(stack: RunningStack): void {
  let issuer: URL;
  let confidential: CreatedDeveloperApp;
  let open: CreatedDeveloperApp;
  let ada: Browser;

  beforeAll(async () => {
    const { admin, gatewayUrls } = stack();
    issuer = new URL(gatewayUrls[0]!);
    const { id } = await admin.createAccount();
    confidential = await admin.createApp(id, { redirect_uris: [REDIRECT_URI] });
    open = await admin.createApp(id, { redirect_uris: [REDIRECT_URI], public: true });
    const { email } = await admin.createUser(id, `oauth-${id}@example.com`, PASSWORD);
    ada = new Browser(issuer.origin);
    await ada.signIn(email, PASSWORD);
  });

  const walkerOf = ({ developer_app, client_secret }: CreatedDeveloperApp, scope = SCOPE): Walker => ({
    issuer,
    clientId: developer_app.client_id,
    clientSecret: client_secret,
    redirectUri: REDIRECT_URI,
    scope,
    allow: async ({ pathname, search }) => {
      const page = await ada.get(pathname + search);
      return new URL(page.location ?? (await decide(ada, page, 'allow')).location!);
    },
  });
  const ping = async (token: string, url = issuer.origin) =>
    (await fetch(`${url}/v1/devices`, { headers: { authorization: `Bearer ${token}` } })).status;
  const untilDead = (token: string, url?: string) =>
    until(async () => (await ping(token, url)) === 401, {
      describe: 'the access token to be refused',
      timeoutMs: 5_000,
    });

  it.each([
    ['secret in the header', () => confidential, openid.ClientSecretBasic],
    ['secret in the body', () => confidential, openid.ClientSecretPost],
    ['no secret', () => open, openid.None],
  ])('openid-client completes the flow with %s', async (_, appOf, method) => {
    const { config, tokens } = await walkWithOpenidClient(walkerOf(appOf()), method);
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: SCOPE });
    const renewed = await openid.refreshTokenGrant(config, tokens.refresh_token!);
    for (const gateway of stack().gatewayUrls) expect(await ping(renewed.access_token, gateway)).toBe(200);
    await openid.tokenRevocation(config, renewed.refresh_token!);
    for (const gateway of stack().gatewayUrls) await untilDead(renewed.access_token, gateway);
    await expect(openid.refreshTokenGrant(config, renewed.refresh_token!)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('oauth4webapi detects a denial', async () => {
    const { server, client, url } = await discoverWithOAuth4webapi(walkerOf(confidential, 'contacts:write'));
    const asked = await ada.get(url.pathname + url.search);
    const denied = new URL((await decide(ada, asked, 'deny')).location!);
    expect(() => oauth.validateAuthResponse(server, client, denied, 'here')).toThrow(
      expect.objectContaining({ error: 'access_denied' }) as Error,
    );
  });

  it('oauth4webapi completes the flow, and loses nothing when it repeats a refresh', async () => {
    const { server, client, authentication, tokens } = await walkWithOAuth4webapi(walkerOf(confidential));
    expect(await ping(tokens.access_token)).toBe(200);
    const refresh = async () =>
      oauth.processRefreshTokenResponse(
        server,
        client,
        await oauth.refreshTokenGrantRequest(server, client, authentication, tokens.refresh_token!, insecure),
      );
    const renewed = await refresh();
    expect(await ping(renewed.access_token)).toBe(200);
    const repeated = await refresh();
    expect(repeated.refresh_token).toBe(renewed.refresh_token);
    for (const { access_token } of [renewed, repeated]) expect(await ping(access_token)).toBe(200);
  });
}
