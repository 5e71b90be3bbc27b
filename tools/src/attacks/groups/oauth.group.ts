import { scopesOf } from '@chat/contracts';
import { REDIRECT_URI, until, type TokenAnswer } from '@chat/testing';
import type { Attack, AttackGroup } from '../attack';
import { assemble, type Cast } from '../oauth/cast';
import { deadTokens, tokensByScope, type ScopedToken } from '../oauth/tokens';
import { exampleOf, targetOf } from '../routes/examples';
import { closedRoutes, type Route } from '../routes/route';
import type { Tenant } from '../world/tenant';
import type { World } from '../world/world';

const SCOPE = 'devices:read messages:send';

/** Every route with tokens that open it and tokens that do not, and the flow by its wrong ends. */
export const oauth: AttackGroup = {
  name: 'oauth',
  about:
    'redirects, PKCE, replays, reuse and races of the flow; every route with a token of each scope and with dead ones',
  attacks: async (world) => {
    const cast = await assemble(world);
    const routes = closedRoutes(world.routes);
    const tokens = await tokensByScope(cast);
    const dead = await deadTokens(cast);
    return [
      ...redirects(cast),
      ...requests(cast),
      ...exchanges(cast),
      ...routes.flatMap((route) => [
        ...tokens.map((token) => asks(cast, route, token)),
        ...Object.entries(dead).map(([name, token]) => isUnknown(cast, route, name, token)),
      ]),
    ];
  },
};

/** The app is not known to be the one that asks: a page says so, and nobody is sent anywhere. */
function redirects({ app, browser }: Cast): Attack[] {
  const [origin] = REDIRECT_URI.split('?') as [string];
  const variations: Record<string, Record<string, string | null>> = {
    'another host': { redirect_uri: REDIRECT_URI.replace('crm.', 'evil.') },
    'a host that begins alike': { redirect_uri: REDIRECT_URI.replace('.com', '.com.evil.example') },
    'the host as userinfo': { redirect_uri: REDIRECT_URI.replace('.com', '.com@evil.example') },
    'a longer path': { redirect_uri: REDIRECT_URI.replace('?', '/..?') },
    'another query': { redirect_uri: `${REDIRECT_URI}&more=1` },
    'no query': { redirect_uri: origin },
    'a fragment': { redirect_uri: `${REDIRECT_URI}#part` },
    http: { redirect_uri: REDIRECT_URI.replace('https', 'http') },
    'another port': { redirect_uri: REDIRECT_URI.replace('.com', '.com:444') },
    'capitals in the host': { redirect_uri: REDIRECT_URI.replace('crm', 'CRM') },
    'percent-encoding': { redirect_uri: REDIRECT_URI.replace('callback', 'c%61llback') },
    'a script': { redirect_uri: 'javascript:alert(1)' },
    NUL: { redirect_uri: `${REDIRECT_URI}\0` },
    'no redirect URI': { redirect_uri: null },
    'no client': { client_id: null },
    'an unknown client': { client_id: `app_${'0'.repeat(38)}` },
    'a client of 7 KiB': { client_id: 'a'.repeat(7_000) },
  };
  return Object.entries(variations).map(([name, changes]) => ({
    name: `/oauth/authorize with ${name}`,
    run: async () => {
      const page = await browser.get(app.authorizePath(changes));
      return page.status === 400 && page.location === null
        ? []
        : [`It answered ${page.status} to ${page.location} where a page with 400 is right.`];
    },
  }));
}

/** The app asks wrongly, and hears of it; the person is not asked. */
function requests({ app, browser }: Cast): Attack[] {
  const wrong: Record<string, [Record<string, string | null>, string]> = {
    'no challenge': [{ code_challenge: null }, 'invalid_request'],
    'the method plain': [{ code_challenge_method: 'plain' }, 'invalid_request'],
    'no method': [{ code_challenge_method: null }, 'invalid_request'],
    'the implicit flow': [{ response_type: 'token' }, 'unsupported_response_type'],
    'no scope': [{ scope: null }, 'invalid_scope'],
    'an unknown scope': [{ scope: `${SCOPE} admin` }, 'invalid_scope'],
    'a scope that every object has': [{ scope: 'constructor' }, 'invalid_scope'],
  };
  return Object.entries(wrong).map(([name, [changes, expected]]) => ({
    name: `/oauth/authorize with ${name}`,
    run: async () => {
      const { location } = await browser.get(app.authorizePath({ scope: SCOPE, ...changes }));
      const error = location && new URL(location).searchParams.get('error');
      return error === expected ? [] : [`It answered ${error ?? 'no error'} where ${expected} is right.`];
    },
  }));
}

function exchanges(cast: Cast): Attack[] {
  const { app, other, browser } = cast;
  const code = () => app.codeFor(browser, { scope: SCOPE });
  const pair = async () => (await app.redeem(await code())).body;
  const attack = (name: string, run: () => Promise<string[]>): Attack => ({
    name: `/oauth/token: ${name}`,
    run,
  });
  return [
    attack('a wrong verifier', async () =>
      isInvalid(await app.redeem(await code(), { code_verifier: 'a'.repeat(43) })),
    ),
    attack('no verifier', async () =>
      isInvalid(await app.redeem(await code(), { code_verifier: '' }), 'invalid_request'),
    ),
    attack('another redirect URI', async () =>
      isInvalid(await app.redeem(await code(), { redirect_uri: 'https://crm.example.com/' })),
    ),
    attack('a code of another app', async () =>
      isInvalid(await other.redeem(await code(), { code_verifier: app.verifier })),
    ),
    attack('a refresh token of another app', async () =>
      isInvalid(await other.refresh((await pair()).refresh_token!)),
    ),
    attack('an access token as a refresh token', async () =>
      isInvalid(await app.refresh((await pair()).access_token!)),
    ),
    attack('a wider scope', async () =>
      isInvalid(
        await app.refresh((await pair()).refresh_token!, { scope: 'contacts:write' }),
        'invalid_scope',
      ),
    ),
    attack('a wrong secret', async () =>
      isInvalid(
        await app.redeem(await code(), { client_secret: other.clientSecret! }),
        'invalid_client',
        401,
      ),
    ),
    attack('a code twice, which ends its tokens', async () => {
      const used = await code();
      const { body } = await app.redeem(used);
      return [...isInvalid(await app.redeem(used)), ...(await isDead(cast, body.access_token!))];
    }),
    attack('a refresh token twice, which ends its family', async () => {
      const first = await pair();
      const { body } = await app.refresh(first.refresh_token!);
      return [
        ...isInvalid(await app.refresh(first.refresh_token!)),
        ...isInvalid(await app.refresh(body.refresh_token!)),
        ...(await isDead(cast, body.access_token!)),
      ];
    }),
    attack('a code eight times at once', async () => {
      const used = await code();
      return isWonOnce(await all((url) => app.redeem(used, {}, url), cast));
    }),
    attack('a refresh token eight times at once', async () => {
      const { refresh_token } = await pair();
      return isWonOnce(await all((url) => app.refresh(refresh_token!, {}, url), cast));
    }),
    attack('a decision without the form of the page', async () => {
      const scope = 'contacts:write';
      const form = Object.fromEntries(new URLSearchParams(app.authorizePath({ scope }).split('?')[1]));
      const { status, location } = await browser.post('/oauth/authorize', { ...form, decision: 'allow' });
      return status === 403 && !location ? [] : [`It answered ${status} to ${location} where 403 is right.`];
    }),
  ];
}

function all(work: (url: string) => Promise<TokenAnswer>, { world }: Cast): Promise<TokenAnswer[]> {
  const urls = world.stack.gatewayUrls;
  return Promise.all(Array.from({ length: 8 }, (_, index) => work(urls[index % urls.length]!)));
}

function isWonOnce(answers: readonly TokenAnswer[]): string[] {
  const won = answers.filter(({ status }) => status === 200).length;
  return won === 1 ? [] : [`${won} of 8 got tokens.`];
}

function isInvalid({ status, body }: TokenAnswer, error = 'invalid_grant', expected = 400): string[] {
  if (status === expected && body.error === error) return [];
  return [`It answered ${status} ${body.error ?? 'with tokens'} where ${error} is right.`];
}

async function isDead({ world }: Cast, token: string): Promise<string[]> {
  const refused = async () => {
    const headers = { authorization: `Bearer ${token}` };
    return (await world.gateway.send({ method: 'GET', path: '/v1/ping', headers })).status === 401;
  };
  const isRefused = await until(refused, { describe: 'the refusal', timeoutMs: 5_000 }).catch(() => false);
  return isRefused ? [] : ['Its token still works after 5 seconds.'];
}

/** A request that would succeed is refused for its scope alone, or gets past the scope check and no further. */
function asks({ world, tenant }: Cast, route: Route, { name, granted, token }: ScopedToken): Attack {
  const required = scopesOf(route.operation?.scope);
  const opens = required.length === 0 || required.some((scope) => granted.includes(scope));
  return {
    name: `${route.http} with a token for ${name}`,
    run: async () => {
      const answer = await sendWith(world, tenant, route, token, opens);
      const code = /"code":"(\w+)"/.exec(answer.bytes.toString())?.[1];
      if (!opens) return world.judge(answer, { codes: ['insufficient_scope'] }, tenant.name, route.http);
      const isClosed = code === 'insufficient_scope' || code === 'unauthenticated';
      return isClosed ? [`It answered ${code} to a token that has the scope.`] : [];
    },
  };
}

function isUnknown({ world, tenant }: Cast, route: Route, name: string, token: string): Attack {
  return {
    name: `${route.http} with ${name}`,
    run: async () => {
      const send = () => sendWith(world, tenant, route, token, false);
      const isRefused = async () => (await send()).status === 401;
      await until(isRefused, { describe: 'the refusal', timeoutMs: 5_000 }).catch(() => undefined);
      return world.judge(await send(), { codes: ['unauthenticated'] }, 'nobody', route.http);
    },
  };
}

/** @param harmless whether the request names no record and an unknown member, so that it changes nothing. */
async function sendWith(world: World, tenant: Tenant, route: Route, token: string, harmless: boolean) {
  const example = await exampleOf(route, tenant, { fresh: false });
  const takesBody = harmless ? (route.operation?.body ?? null) !== null : example.body !== null;
  const body = harmless ? '{"nobody_knows_this":1}' : JSON.stringify(example.body);
  return world.gateway.send({
    method: route.method,
    path: harmless ? route.path.replace(/\{\w+\}/g, '999999999') : targetOf(example),
    headers: { authorization: `Bearer ${token}`, ...(takesBody && { 'content-type': 'application/json' }) },
    body: takesBody ? body : undefined,
  });
}
