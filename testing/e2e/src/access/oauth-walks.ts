import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';

/** An app for which two libraries complete the flow. */
export interface Walker {
  readonly issuer: URL;
  readonly clientId: string;
  /** Null for a public app. */
  readonly clientSecret: string | null;
  readonly redirectUri: string;
  readonly scope: string;
  /** Has the person allow what the URL asks for. @returns the redirect. */
  readonly allow: (url: URL) => Promise<URL>;
}

export const insecure = { [oauth.allowInsecureRequests]: true };

/** Completes the flow from the metadata to the tokens with `openid-client`. */
export async function walkWithOpenidClient(
  { issuer, clientId, clientSecret, redirectUri, scope, allow }: Walker,
  method: (secret: string) => openid.ClientAuth = openid.ClientSecretBasic,
) {
  const options: openid.DiscoveryRequestOptions = {
    algorithm: 'oauth2',
    execute: [openid.allowInsecureRequests],
  };
  const config = await openid.discovery(issuer, clientId, undefined, method(clientSecret ?? ''), options);
  const [pkceCodeVerifier, expectedState] = [openid.randomPKCECodeVerifier(), openid.randomState()];
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope,
    code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
  });
  const back = await allow(url);
  const tokens = await openid.authorizationCodeGrant(config, back, { pkceCodeVerifier, expectedState });
  return { config, tokens };
}

/** Discovers the server, the app and its URLs with `oauth4webapi`, from the metadata. */
export async function discoverWithOAuth4webapi({
  issuer,
  clientId,
  clientSecret,
  redirectUri,
  scope,
}: Walker) {
  const server = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }),
  );
  const verifier = oauth.generateRandomCodeVerifier();
  const url = new URL(server.authorization_endpoint!);
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope,
    state: 'here',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).toString();
  return {
    server,
    client: { client_id: clientId },
    authentication: oauth.ClientSecretBasic(clientSecret!),
    verifier,
    url,
  };
}

/** Completes the flow from the metadata to the tokens with `oauth4webapi`. */
export async function walkWithOAuth4webapi(walker: Walker) {
  const known = await discoverWithOAuth4webapi(walker);
  const { server, client, authentication, verifier, url } = known;
  const parameters = oauth.validateAuthResponse(server, client, await walker.allow(url), 'here');
  const answer = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    authentication,
    parameters,
    walker.redirectUri,
    verifier,
    insecure,
  );
  return { ...known, tokens: await oauth.processAuthorizationCodeResponse(server, client, answer) };
}
