import { decide, until, withoutConnections } from '@chat/test-kit';
import { keyHeaders, type GatewayUnderTest } from '../testing/gateway-under-test';
import { OAuthUnderTest } from '../testing/oauth-under-test';

interface Shown {
  status: number;
  text: string;
}

/** Postgres has too many connections: whoever asks may retry, and nobody is told that their credential is wrong. */
describe('without Postgres', () => {
  let oauth: OAuthUnderTest;
  let gateway: GatewayUnderTest;
  let key: Record<string, string>;
  let bearer: Record<string, string>;
  let code: string;
  let refreshToken: string;

  beforeAll(async () => {
    oauth = await OAuthUnderTest.start();
    ({ gateway } = oauth);
    key = keyHeaders(await gateway.createKey());
    const tokens = await oauth.tokens();
    bearer = { authorization: `Bearer ${tokens.access_token}` };
    refreshToken = tokens.refresh_token!;
    code = await oauth.app.codeFor(oauth.ada);
  });

  afterAll(() => oauth.stop());

  const ask = async (method: string, path: string, init: RequestInit = {}): Promise<Shown> => {
    const answer = await fetch(gateway.url + path, { method, redirect: 'manual', ...init });
    return { status: answer.status, text: await answer.text() };
  };
  const withJson = (headers: Record<string, string>) => ({
    headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': 'a' },
    body: '{}',
  });

  it.each<[string, string, () => RequestInit]>([
    ['GET', '/v1/ping', () => ({ headers: key })],
    ['GET', '/v1/devices', () => ({ headers: key })],
    ['GET', '/v1/devices', () => ({ headers: bearer })],
    ['POST', '/v1/messages', () => withJson(key)],
    ['POST', '/v1/messages', () => withJson(bearer)],
    ['POST', '/v1/templates/send', () => withJson(key)],
    ['POST', '/external-api/templates/send', () => withJson(key)],
  ])('%s %s is unavailable, in the envelope of v1', async (method, path, init) => {
    const { status, text } = await withoutConnections(gateway.service, () => ask(method, path, init()));
    expect([status, JSON.parse(text)]).toMatchObject([
      503,
      { ok: false, error: { code: 'service_unavailable', retryable: true } },
    ]);
  });

  it.each<[string, string, () => RequestInit]>([
    ['GET', '/external-api/ping', () => ({ headers: key })],
    ['GET', '/device-api/v1/instances', () => ({ headers: key })],
    ['POST', '/device-api/v1/webhooks', () => withJson(key)],
  ])('%s %s is unavailable, in the legacy envelope', async (method, path, init) => {
    const { status, text } = await withoutConnections(gateway.service, () => ask(method, path, init()));
    expect([status, JSON.parse(text)]).toMatchObject([503, { status: 'error', code: 'service_unavailable' }]);
  });

  it('the endpoints of OAuth are temporarily unavailable, and use up neither code nor refresh token', async () => {
    const unavailable = { status: 503, body: { error: 'temporarily_unavailable' } };
    await withoutConnections(gateway.service, async () => {
      expect(await oauth.app.redeem(code)).toMatchObject(unavailable);
      expect(await oauth.app.refresh(refreshToken)).toMatchObject(unavailable);
      expect(await oauth.app.revoke(refreshToken)).toMatchObject(unavailable);
    });
    expect((await oauth.app.redeem(code)).status).toBe(200);
    expect((await oauth.app.refresh(refreshToken)).status).toBe(200);
  });

  it('pages for people say so', async () => {
    const page = await oauth.ada.get(oauth.app.authorizePath({ scope: 'tickets:read' }));
    await withoutConnections(gateway.service, async () => {
      expect(await oauth.ada.get(oauth.app.authorizePath())).toMatchObject({ status: 503 });
      expect(await decide(oauth.ada, page, 'allow')).toMatchObject({ status: 503 });
    });
    expect(await decide(oauth.ada, page, 'allow')).toMatchObject({
      location: expect.stringContaining('code=') as string,
    });
  });

  it('the process is alive and not ready', async () => {
    await withoutConnections(gateway.service, async () => {
      expect(await ask('GET', '/healthz')).toMatchObject({ status: 200 });
      expect(await ask('GET', '/readyz')).toMatchObject({ status: 503 });
    });
    const isReady = async () => (await ask('GET', '/readyz')).status === 200;
    await until(isReady, { describe: 'the gateway to be ready again' });
  });
});
