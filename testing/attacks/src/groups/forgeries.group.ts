import { randomUUID } from 'node:crypto';
import type { Attack, AttackGroup } from '../attack';
import type { Route } from '../document/route';
import { signIn } from '../oauth/cast';
import { exampleOf, placesOf, targetOf } from '../routes/examples';
import type { Tenant } from '../world/tenant';
import type { World } from '../world/world';
import { keepsAll, viewOf } from './foreign-records';

const OWN = { 'x-console': '1', 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };

/** How another site may have the browser of a person send a request. */
const forgeries: Readonly<Record<string, Record<string, string>>> = {
  'without the header': { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
  'from a foreign origin': {
    'x-console': '1',
    origin: 'https://evil.example',
    'content-type': 'application/json',
  },
  'from another site': { ...OWN, 'sec-fetch-site': 'cross-site' },
  'from a sibling of the site': { ...OWN, 'sec-fetch-site': 'same-site' },
  'as a form of text': { ...OWN, 'content-type': 'text/plain' },
  'as a form': { ...OWN, 'content-type': 'application/x-www-form-urlencoded' },
};

/** Every change of the API with the session of its owner, as other sites may send it. */
export const forgedRequests: AttackGroup = {
  name: 'forgeries',
  about: 'each unsafe route with a session, from other sites: refused, and nothing happened',
  atOnce: 4,
  attacks: async (world) => {
    const owner = await world.openTenant('forged');
    const { browser } = await signIn(world, owner, `${owner.mark}@example.com`);
    const routes = world.routes.filter(({ http, operation }) => operation && http.includes(' /v1/'));
    for (const kind of new Set(routes.flatMap((route) => placesOf(route).map((place) => place.kind))))
      await owner.own(kind);
    const before = await viewOf(routes, owner);
    const cookie = browser.cookieHeader;
    const unsafe = routes.filter(({ method }) => method !== 'GET');
    return [
      ...unsafe.flatMap((route) =>
        Object.entries(forgeries).map(([how, headers]) =>
          isRefused(world, owner, route, how, { ...headers, cookie }),
        ),
      ),
      ...unsafe.map((route) => overrides(world, owner, route, cookie)),
      keepsAll(routes, owner, before),
    ];
  },
};

function isRefused(
  world: World,
  owner: Tenant,
  route: Route,
  how: string,
  headers: Record<string, string>,
): Attack {
  return {
    name: `${route.http} ${how}`,
    run: async () => {
      const answer = await send(owner, route, route.method, headers);
      return world.judge(answer, { codes: ['csrf_failed'] }, owner.name);
    },
  };
}

/** A form sends POST, and names the method that it means. */
function overrides(world: World, owner: Tenant, route: Route, cookie: string): Attack {
  return {
    name: `${route.http} by method override`,
    run: async () => {
      const meant = { 'x-http-method-override': route.method, 'x-method-override': route.method };
      const answer = await send(owner, route, 'POST', { 'content-type': 'text/plain', ...meant, cookie });
      return world.judge(answer, { codes: ['csrf_failed', 'not_found'] }, owner.name);
    },
  };
}

/** Sends a request that would succeed, without the key of the account. */
async function send(owner: Tenant, route: Route, method: string, headers: Record<string, string>) {
  const example = await exampleOf(route, owner, { fresh: false });
  const path = targetOf(example).replace('/v1/', '/console/api/');
  const none = { 'client-id': '', 'client-secret': '', 'idempotency-key': randomUUID() };
  return owner.send(method, path, example.body ? JSON.stringify(example.body) : '{}', {
    ...none,
    ...headers,
  });
}
