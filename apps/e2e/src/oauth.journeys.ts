import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import type { CreatedDeveloperApp } from '@chat/contracts/gateway';
import { Browser, decide, until } from '@chat/testing';
import type { RunningStack } from './shared-stack';

const PASSWORD = 'correct horse battery';
const REDIRECT_URI = 'http://127.0.0.1:49152/callback';
const SCOPE = 'devices:read messages:send';

/** The flow, by two libraries that nobody here wrote. */
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

  /** The person allows what the app asks for. @returns where that leads. */
  const allow = async ({ pathname, search }: URL) => {
    const page = await ada.get(pathname + search);
    return new URL(page.location ?? (await decide(ada, page, 'allow')).location!);
  };
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
    const { developer_app, client_secret } = appOf();
    const config = await openid.discovery(
      issuer,
      developer_app.client_id,
      undefined,
      method(client_secret ?? ''),
      { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] },
    );
    const [pkceCodeVerifier, expectedState] = [openid.randomPKCECodeVerifier(), openid.randomState()];
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: REDIRECT_URI,
      scope: SCOPE,
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      state: expectedState,
    });
    const back = await allow(url);
    const tokens = await openid.authorizationCodeGrant(config, back, { pkceCodeVerifier, expectedState });
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: SCOPE });
    const renewed = await openid.refreshTokenGrant(config, tokens.refresh_token!);
    for (const gateway of stack().gatewayUrls) expect(await ping(renewed.access_token, gateway)).toBe(200);
    await openid.tokenRevocation(config, renewed.refresh_token!);
    for (const gateway of stack().gatewayUrls) await untilDead(renewed.access_token, gateway);
    await expect(openid.refreshTokenGrant(config, renewed.refresh_token!)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('oauth4webapi completes the flow, and learns of a denial and of a reuse', async () => {
    const insecure = { [oauth.allowInsecureRequests]: true };
    const { developer_app, client_secret } = confidential;
    const server = await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }),
    );
    const client = { client_id: developer_app.client_id };
    const authentication = oauth.ClientSecretBasic(client_secret!);
    const verifier = oauth.generateRandomCodeVerifier();
    const urlFor = async (scope: string) => {
      const url = new URL(server.authorization_endpoint!);
      url.search = new URLSearchParams({
        response_type: 'code',
        client_id: client.client_id,
        redirect_uri: REDIRECT_URI,
        scope,
        state: 'here',
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }).toString();
      return url;
    };
    const refused = await ada.get(((url) => url.pathname + url.search)(await urlFor('contacts:write')));
    const denied = new URL((await decide(ada, refused, 'deny')).location!);
    expect(() => oauth.validateAuthResponse(server, client, denied, 'here')).toThrow(
      expect.objectContaining({ error: 'access_denied' }) as Error,
    );

    const parameters = oauth.validateAuthResponse(server, client, await allow(await urlFor(SCOPE)), 'here');
    const tokens = await oauth.processAuthorizationCodeResponse(
      server,
      client,
      await oauth.authorizationCodeGrantRequest(
        server,
        client,
        authentication,
        parameters,
        REDIRECT_URI,
        verifier,
        insecure,
      ),
    );
    expect(await ping(tokens.access_token)).toBe(200);
    const refresh = async () =>
      oauth.processRefreshTokenResponse(
        server,
        client,
        await oauth.refreshTokenGrantRequest(server, client, authentication, tokens.refresh_token!, insecure),
      );
    const renewed = await refresh();
    expect(await ping(renewed.access_token)).toBe(200);
    await expect(refresh()).rejects.toMatchObject({ error: 'invalid_grant' });
    for (const gateway of stack().gatewayUrls) await untilDead(renewed.access_token, gateway);
  });
}
