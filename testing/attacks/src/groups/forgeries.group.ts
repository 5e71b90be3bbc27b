import { randomUUID } from 'node:crypto';
import type { Attack, AttackGroup } from '../attack';
import type { Route } from '../document/route';
import { signIn } from '../oauth/cast';
import { exampleOf, placesOf, targetOf } from '../routes/examples';
import type { Tenant } from '../world/tenant';
import type { World } from '../world/world';
import { keepsAll, settledViewOf } from './foreign-records';
import { OWN_PAGE, PeopleRoutes, type PeopleRequest } from './people-routes';

/** How another site may have the browser of a person send a request. */
const forgeries: Readonly<Record<string, Record<string, string>>> = {
  'without the header': { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
  'from a foreign origin': {
    'x-console': '1',
    origin: 'https://evil.example',
    'content-type': 'application/json',
  },
  'from another site': { ...OWN_PAGE, 'sec-fetch-site': 'cross-site' },
  'from a sibling of the site': { ...OWN_PAGE, 'sec-fetch-site': 'same-site' },
  'as a form of text': { ...OWN_PAGE, 'content-type': 'text/plain' },
  'as a form': { ...OWN_PAGE, 'content-type': 'application/x-www-form-urlencoded' },
};

/** Every change of the API with the session of its owner, as other sites may send it. */
export const forgedRequests: AttackGroup = {
  name: 'forgeries',
  about: 'each unsafe route with a session, from other sites: refused, and nothing happened',
  atOnce: 4,
  attacks: async (world) => {
    const owner = await world.openTenant('forged');
    const { browser, email } = await signIn(world, owner, `${owner.mark}@example.com`);
    const routes = world.routes.filter(({ http, operation }) => operation && http.includes(' /v1/'));
    for (const kind of new Set(routes.flatMap((route) => placesOf(route).map((place) => place.kind))))
      await owner.own(kind);
    const cookie = browser.cookieHeader;
    const people = await PeopleRoutes.open(owner, cookie, email);
    const [before, shown] = [await settledViewOf(routes, owner), await people.view()];
    const changes = routes.filter(({ method }) => method !== 'GET');
    const unsafe = [
      ...(await Promise.all(changes.map((route) => requestOf(owner, route)))),
      ...people.unsafe(),
    ];
    return [
      ...unsafe.flatMap((request) => [
        ...Object.entries(forgeries).map(([how, headers]) =>
          isRefused(world, owner, request, how, { ...headers, cookie }),
        ),
        overrides(world, owner, request, cookie),
      ]),
      keepsAll(routes, owner, before),
      {
        name: 'what people see afterwards',
        isLast: true,
        run: async () => {
          const after = await people.view();
          return [...shown].flatMap(([http, text]) =>
            after.get(http) === text ? [] : [`${http} showed ${text}`, `and shows ${after.get(http)}`],
          );
        },
      },
    ];
  },
};

/** A request that would succeed in a page of our own. */
async function requestOf(owner: Tenant, route: Route): Promise<PeopleRequest> {
  const example = await exampleOf(route, owner, { fresh: false });
  const path = targetOf(example).replace('/v1/', '/console/api/');
  const { http, method } = route;
  return { http, method, path, body: example.body ? JSON.stringify(example.body) : '{}' };
}

function isRefused(
  world: World,
  owner: Tenant,
  request: PeopleRequest,
  how: string,
  headers: Record<string, string>,
): Attack {
  return {
    name: `${request.http} ${how}`,
    run: async () => {
      const answer = await send(owner, request, headers);
      return world.judge(answer, { codes: ['csrf_failed'] }, owner.name);
    },
  };
}

/** A form sends POST, and names the method that it means. */
function overrides(world: World, owner: Tenant, request: PeopleRequest, cookie: string): Attack {
  return {
    name: `${request.http} by method override`,
    run: async () => {
      const meant = { 'x-http-method-override': request.method, 'x-method-override': request.method };
      const headers = { 'content-type': 'text/plain', ...meant, cookie };
      const answer = await send(owner, { ...request, method: 'POST' }, headers);
      return world.judge(answer, { codes: ['csrf_failed', 'not_found'] }, owner.name);
    },
  };
}

/** Sends a request without the key of the account. */
function send(owner: Tenant, { method, path, body }: PeopleRequest, headers: Record<string, string>) {
  const none = { 'client-id': '', 'client-secret': '', 'idempotency-key': randomUUID() };
  return owner.send(method, path, body, { ...none, ...headers });
}
