import { deleteDeveloperApp, listGrants, revokeGrant } from '@chat/contracts/gateway';
import { systemContext } from '@chat/service-kit';
import { Browser, REDIRECT_URI, until, type OAuthApp, type TokenAnswer } from '@chat/test-kit';
import type { Attack, AttackGroup } from '../attack';
import { assemble, makeApp, type Cast } from '../oauth/cast';
import { letCodeExpire, letGracePass, letTokenExpire } from '../oauth/tokens';

const SCOPE = 'devices:read messages:send';

/** Invalid requests of a known app: what differs from a valid one, and the error. */
const wrongRequests: Readonly<Record<string, readonly [Record<string, string | null>, string]>> = {
  'no challenge': [{ code_challenge: null }, 'invalid_request'],
  'the method plain': [{ code_challenge_method: 'plain' }, 'invalid_request'],
  'no method': [{ code_challenge_method: null }, 'invalid_request'],
  'the implicit flow': [{ response_type: 'token' }, 'unsupported_response_type'],
  'no scope': [{ scope: null }, 'invalid_scope'],
  'an unknown scope': [{ scope: `${SCOPE} admin` }, 'invalid_scope'],
  'a scope that every object has': [{ scope: 'constructor' }, 'invalid_scope'],
};

/** Attacks on the OAuth flow. */
export const oauthFlow: AttackGroup = {
  name: 'oauth-flow',
  about: 'redirects, PKCE, replays, reuse, races, expiry and bindings of the flow of codes and tokens',
  attacks: async (world) => {
    const cast = await assemble(world, 'consenter');
    return [
      ...redirects(cast),
      ...strangers(cast),
      ...requests(cast),
      ...bindings(cast),
      ...exchanges(cast),
      ...endings(cast),
    ];
  },
};

/** When the app is not verified, a page says so, and nobody is redirected. */
function redirects({ app, browser }: Cast): Attack[] {
  const [origin] = REDIRECT_URI.split('?') as [string];
  const variations: Record<string, Record<string, string | null>> = {
    'another host': { redirect_uri: REDIRECT_URI.replace('crm.', 'evil.') },
    'a host with the same beginning': { redirect_uri: REDIRECT_URI.replace('.com', '.com.evil.example') },
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
        : [`It answered ${page.status} to ${page.location} instead of a page with 400.`];
    },
  }));
}

/** A person who is not signed in is shown what is wrong with a request, and sent nowhere. */
function strangers({ app, world }: Cast): Attack[] {
  return Object.entries(wrongRequests).map(([name, [changes]]) => ({
    name: `/oauth/authorize by a stranger with ${name}`,
    run: async () => {
      const stranger = new Browser(world.stack.gatewayUrls[0]!);
      const page = await stranger.get(app.authorizePath({ scope: SCOPE, ...changes }));
      return page.status === 400 && page.location === null
        ? []
        : [`It answered ${page.status} to ${page.location} instead of a page with 400.`];
    },
  }));
}

/** Every answer to the app carries its state and the issuer. */
function bindings({ app, browser, world }: Cast): Attack[] {
  const answers: Record<string, (state: string) => Promise<string | null>> = {
    'a code': async (state) => {
      // The person has already allowed this.
      await app.codeFor(browser, { scope: SCOPE });
      return (await browser.get(app.authorizePath({ scope: SCOPE, state }))).location;
    },
    'a refusal': async (state) => (await browser.get(app.authorizePath({ scope: null, state }))).location,
  };
  return Object.entries(answers).map(([name, ask]) => ({
    name: `/oauth/authorize answers the app with ${name}`,
    run: async () => {
      const state = 'a&b=c#d \u00e9';
      const location = await ask(state);
      const members = new URL(location ?? 'http://none').searchParams;
      return [
        ...(members.get('state') === state ? [] : [`Its state is ${members.get('state')}.`]),
        ...(members.get('iss') === world.stack.gatewayUrls[0] ? [] : [`Its iss is ${members.get('iss')}.`]),
      ];
    },
  }));
}

/** The app is told of an invalid request; the person, who is signed in, is not asked. */
function requests({ app, browser }: Cast): Attack[] {
  return Object.entries(wrongRequests).map(([name, [changes, expected]]) => ({
    name: `/oauth/authorize with ${name}`,
    run: async () => {
      const { location } = await browser.get(app.authorizePath({ scope: SCOPE, ...changes }));
      const error = location && new URL(location).searchParams.get('error');
      return error === expected ? [] : [`It answered ${error ?? 'no error'} instead of ${expected}.`];
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
    attack('no secret of a client that has one', async () =>
      isInvalid(await app.redeem(await code(), { client_secret: '' }), 'invalid_client', 401),
    ),
    attack('an expired code', async () => {
      const late = await code();
      await letCodeExpire(cast.world, late);
      return isInvalid(await app.redeem(late));
    }),
    attack('an expired refresh token', async () => {
      const { refresh_token } = await pair();
      await letTokenExpire(cast.world, refresh_token!);
      return isInvalid(await app.refresh(refresh_token!));
    }),
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
    attack('a stolen refresh token an hour later, which ends its family', async () => {
      const first = await pair();
      const { body } = await app.refresh(first.refresh_token!);
      await letGracePass(cast.world, first.refresh_token!);
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
    attack('a refresh token eight times at once, which has one successor', async () => {
      const { refresh_token } = await pair();
      const answers = await all((url) => app.refresh(refresh_token!, {}, url), cast);
      const successors = new Set(answers.map(({ body }) => body.refresh_token));
      return successors.size === 1 && !successors.has(undefined)
        ? []
        : [`It has ${successors.size} successors: ${answers.map(({ status }) => status).join(', ')}.`];
    }),
    attack('a decision without the form of the page', async () => {
      const scope = 'contacts:write';
      const form = Object.fromEntries(new URLSearchParams(app.authorizePath({ scope }).split('?')[1]));
      const { status, location } = await browser.post('/oauth/authorize', { ...form, decision: 'allow' });
      return status === 403 && !location ? [] : [`It answered ${status} to ${location} instead of 403.`];
    }),
  ];
}

/** A token in use stops working everywhere within seconds after it ends. */
function endings(cast: Cast): Attack[] {
  const { world, tenant, browser } = cast;
  const { admin } = world.stack;
  const ends = (
    name: string,
    end: (held: { app: OAuthApp; tokens: TokenAnswer['body'] }) => Promise<unknown>,
  ) => ({
    name: `the end of a token that is in use: ${name}`,
    run: async () => {
      const app = await makeApp(world, tenant);
      const tokens = (await app.redeem(await app.codeFor(browser, { scope: SCOPE }))).body;
      const statuses = await Promise.all(
        world.stack.gatewayUrls.map((url) => statusOf(url, tokens.access_token!)),
      );
      if (statuses.some((status) => status !== 200)) return [`It answered ${statuses.join(', ')} before.`];
      await end({ app, tokens });
      return isDead(cast, tokens.access_token!);
    },
  });
  return [
    ends('it is revoked', ({ app, tokens }) => app.revoke(tokens.access_token!)),
    ends('its refresh token is revoked', ({ app, tokens }) => app.revoke(tokens.refresh_token!)),
    ends('its time is over', ({ tokens }) => letTokenExpire(world, tokens.access_token!)),
    ends('its grant is withdrawn', async ({ app }) => {
      const context = systemContext(tenant.accountId);
      const body = { account_id: tenant.accountId };
      const { grants } = await admin.bus.request(listGrants, context, { body });
      const { id } = grants.find(({ client_id }) => client_id === app.clientId)!;
      await admin.bus.request(revokeGrant, context, { body: { grant_id: id } });
    }),
    {
      name: 'the end of a token that is in use: its person leaves out all of it',
      run: async () => {
        const app = await makeApp(world, tenant);
        const first = (await app.redeem(await app.codeFor(browser, { scope: SCOPE }))).body;
        const { body: held } = await app.refresh(first.refresh_token!, { scope: 'devices:read' });
        await app.codeFor(browser, { scope: 'messages:send' });
        return isDead(cast, held.access_token!);
      },
    },
    ends('its app is deleted', ({ app }) =>
      admin.bus.request(deleteDeveloperApp, systemContext(0), { body: { app: app.clientId } }),
    ),
  ];
}

async function statusOf(url: string, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${url}/v1/ping`, { headers })).status;
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
  return [`It answered ${status} ${body.error ?? 'with tokens'} instead of ${error}.`];
}

async function isDead({ world }: Cast, token: string): Promise<string[]> {
  const { gatewayUrls } = world.stack;
  const refused = async () =>
    (await Promise.all(gatewayUrls.map((url) => statusOf(url, token)))).every((status) => status === 401);
  const isRefused = await until(refused, { describe: 'the refusal', timeoutMs: 5_000 }).catch(() => false);
  return isRefused ? [] : ['Its token still works after 5 seconds.'];
}
