import { until } from '@chat/test-kit';
import type { Attack, AttackGroup } from '../attack';
import { exchangeRaw } from '../http/raw-exchange';
import { unauthenticated, type Expectation } from '../judge/answer.rules';
import { exampleOf, targetOf } from '../routes/examples';
import { closedRoutes, type Route } from '../document/route';
import type { Tenant } from '../world/tenant';
import type { World } from '../world/world';

type Headers = Readonly<Record<string, string | readonly string[]>>;

/** The credential headers of a request. */
interface CredentialState {
  readonly name: string;
  readonly headers: Headers;
  readonly query?: string;
  readonly expected: Expectation;
}

/** A revoked key must be refused everywhere within this time. */
const REVOKED_WITHIN_MS = 5_000;

const conflict: Expectation = { codes: ['bad_request'] };

/** Every route with every kind of invalid credential. */
export const credentials: AttackGroup = {
  name: 'credentials',
  about: 'absent, unknown, wrong, swapped, conflicting, over-long, NUL, revoked, two kinds: every route',
  attacks: async (world) => {
    const [owner, other] = [await world.openTenant('owner'), await world.openTenant('other')];
    const revoked = await world.stack.admin.createApiKey(owner.accountId);
    const second = await world.stack.admin.createApiKey(owner.accountId);
    for (const { clientSecret } of [revoked, second]) {
      world.marks.plant(clientSecret, 'the secret of an API key', null);
    }
    await world.stack.admin.revokeApiKey(revoked);
    const states = statesOf(owner, other, revoked, second);
    return [
      ...closedRoutes(world.routes).flatMap((route) => [
        ...states.map((state) => presents(world, route, owner, state)),
        ...nulHeaders(world, route, owner),
      ]),
      endsInUse(world, owner),
    ];
  },
};

type Key = Tenant['credential'];

function statesOf(
  owner: Tenant,
  { credential: foreign }: Tenant,
  revoked: Key,
  second: Key,
): CredentialState[] {
  const { clientId: id, clientSecret: secret } = owner.credential;
  const both = owner.headers;
  const alias = (key: Key) => ({ 'x-api-key': key.clientId, 'x-api-secret': key.clientSecret });
  const key = (clientId: string, clientSecret: string) => ({
    'client-id': clientId,
    'client-secret': clientSecret,
  });
  const none = (name: string, headers: Headers, query?: string) => ({
    name,
    headers,
    query,
    expected: unauthenticated,
  });
  const two = (name: string, headers: Headers) => ({ name, headers, expected: conflict });
  return [
    none('no credential', {}),
    none('the id alone', { 'client-id': id }),
    none('the secret alone', { 'client-secret': secret }),
    none('an empty secret', key(id, '')),
    none('an empty id', key('', secret)),
    none('an unknown id', key(`ck_${'0'.repeat(38)}`, secret)),
    none('a wrong secret', key(id, `cs_${'0'.repeat(38)}`)),
    none('a truncated secret', key(id, secret.slice(0, -1))),
    none('a secret with an extra character', key(id, `${secret}0`)),
    none('a secret in capitals', key(id, secret.toUpperCase())),
    none('an id in capitals', key(id.toUpperCase(), secret)),
    none('id and secret swapped', key(secret, id)),
    none('the id in both headers', key(id, id)),
    none('the secret of another key of the account', key(id, second.clientSecret)),
    none('the secret of another account', key(id, foreign.clientSecret)),
    none('a revoked key', key(revoked.clientId, revoked.clientSecret)),
    none('an id of 7 KiB', key(id.padEnd(7_000, 'x'), secret)),
    none('a secret of 7 KiB', key(id, secret.padEnd(7_000, 'x'))),
    none('SQL in the id', key(`${id}' OR '1'='1`, secret)),
    none('a wildcard as the id', key('%', secret)),
    none('letters beyond ASCII', key(id, `${secret}\u00e9`)),
    none('the id twice in one header', key(`${id},${id}`, secret)),
    none('the key in the query string', {}, `client-id=${id}&client-secret=${secret}`),
    none('the key as a cookie', { cookie: `client-id=${id}; client-secret=${secret}` }),
    none('another secret as Basic', { authorization: basic(id, foreign.clientSecret) }),
    none('the key as Basic from another site', {
      authorization: basic(id, secret),
      'sec-fetch-site': 'cross-site',
    }),
    none('the key as Basic from another origin', {
      authorization: basic(id, secret),
      origin: 'https://evil.example',
    }),
    none('the secret as a bearer token', { authorization: `Bearer ${secret}` }),
    none('an empty bearer token', { authorization: 'Bearer' }),
    none('a token without a signature', { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.' }),
    none('headers of an authenticating proxy', { 'x-user-id': '1', 'x-account-id': String(owner.accountId) }),
    two('two secrets in two spellings', { ...both, 'x-api-secret': second.clientSecret }),
    two('two ids in two spellings', { ...both, 'x-api-key': foreign.clientId }),
    two('two keys in two spellings', { ...both, ...alias(foreign) }),
    two('the secret header twice', { 'client-id': id, 'client-secret': [secret, `cs_${'0'.repeat(38)}`] }),
    two('the id header twice', { 'client-id': [id, foreign.clientId], 'client-secret': secret }),
    two('a key and another one as Basic', {
      ...both,
      authorization: basic(foreign.clientId, foreign.clientSecret),
    }),
    two('a key and a bearer token', { ...both, authorization: 'Bearer token' }),
    two('a key and an empty bearer token', { ...both, authorization: 'bearer ' }),
    two('two bearer tokens', { authorization: ['Bearer one', 'Bearer two'] }),
    two('a bearer token after Basic, with a key', { ...both, authorization: ['Basic eDp5', 'Bearer two'] }),
  ];
}

function presents(
  world: World,
  route: Route,
  owner: Tenant,
  { name, headers, query, expected }: CredentialState,
): Attack {
  return {
    name: `${route.http} with ${name}`,
    run: async () => {
      const example = await exampleOf(route, owner, { fresh: false });
      const target = targetOf(example);
      const answer = await world.gateway.send({
        method: route.method,
        path: query === undefined ? target : `${target}${target.includes('?') ? '&' : '?'}${query}`,
        headers: { ...(example.body && { 'content-type': 'application/json' }), ...headers },
        body: example.body ? JSON.stringify(example.body) : undefined,
      });
      return world.judge(answer, expected, 'nobody', route.http);
    },
  };
}

/** A key that all gateways have cached must be refused within seconds after its revocation. */
function endsInUse(world: World, { accountId }: Tenant): Attack {
  return {
    name: 'a key that is in use, and is revoked',
    run: async () => {
      const { admin, gatewayUrls } = world.stack;
      const key = await admin.createApiKey(accountId);
      world.marks.plant(key.clientSecret, 'the secret of an API key', null);
      const headers = { 'client-id': key.clientId, 'client-secret': key.clientSecret };
      const statuses = () =>
        Promise.all(gatewayUrls.map(async (url) => (await fetch(`${url}/v1/ping`, { headers })).status));
      const before = await statuses();
      if (before.some((status) => status !== 200)) return [`It answered ${before.join(', ')} before.`];
      await admin.revokeApiKey(key);
      const areRefused = async () => (await statuses()).every((status) => status === 401);
      await until(areRefused, { describe: 'the refusal everywhere', timeoutMs: REVOKED_WITHIN_MS });
      return [];
    },
  };
}

/** Node refuses to send headers with NUL, so these are sent as raw bytes. */
function nulHeaders(world: World, { http, method, path }: Route, { credential }: Tenant): Attack[] {
  const { clientId, clientSecret } = credential;
  const texts = { id: [`${clientId}\0`, clientSecret], secret: [clientId, `\0${clientSecret}`] };
  return Object.entries(texts).map(([where, [id, secret]]) => ({
    name: `${http} with NUL in the ${where}`,
    run: async () => {
      const target = path.replace(/\{\w+\}/g, '1');
      const head = `${method} ${target} HTTP/1.1\r\nHost: x\r\nclient-id: ${id}\r\nclient-secret: ${secret}\r\n\r\n`;
      const { answers } = await exchangeRaw(world.gateway.baseUrl, [head]);
      const statuses = answers.map(({ status }) => status).join(', ');
      return statuses === '400' ? [] : [`It answered ${statuses || 'nothing'} instead of 400.`];
    },
  }));
}

function basic(id: string, secret: string): string {
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
}
