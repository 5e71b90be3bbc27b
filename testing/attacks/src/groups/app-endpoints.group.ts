import { scopes } from '@chat/contracts';
import type { Browser } from '@chat/test-kit';
import type { Attack, AttackGroup } from '../attack';
import { refusedOrDone } from '../judge/answer.rules';
import { makeApp, signIn } from '../oauth/cast';
import { exampleOf, placesOf, targetOf } from '../routes/examples';
import { delivery, webhook } from '../routes/records/webhooks';
import { closedRoutes, type Route } from '../document/route';
import type { Tenant } from '../world/tenant';
import type { World } from '../world/world';
import { keepsAll, namesForeign, viewOf } from './foreign-records';

/** The kinds of records that an app sees only if it made them. */
const kindsOfApps = [webhook, delivery];

/** Everything that names a webhook endpoint or a delivery, with one that the app did not make. */
export const appEndpoints: AttackGroup = {
  name: 'app-endpoints',
  about: 'endpoints of the account and of another app with a token of all scopes: handled as unknown',
  atOnce: 4,
  attacks: async (world) => {
    const owner = await world.openTenant('landlord');
    const { browser } = await signIn(world, owner, `${owner.mark}@example.com`);
    const intruder = await openApp(world, owner, browser, 'lodger');
    const neighbour = await openApp(world, owner, browser, 'neighbor');
    const routes = closedRoutes(world.routes).filter(isAboutEndpoints);
    const victims = [
      { victim: owner, of: 'the account' },
      { victim: neighbour, of: 'another app' },
    ];
    for (const tenant of [owner, neighbour, intruder]) for (const kind of kindsOfApps) await tenant.own(kind);
    const before = new Map<Tenant, ReadonlyMap<string, string>>();
    for (const { victim } of victims) before.set(victim, await viewOf(routes, victim));
    return [
      ...routes.flatMap((route) =>
        placesOf(route)
          .filter(({ kind }) => kindsOfApps.includes(kind))
          .flatMap((place) =>
            victims.map((victim) => namesForeign(world, route, place, { intruder, ...victim })),
          ),
      ),
      ...routes.filter(({ method }) => method === 'GET').map((route) => showsOwn(world, route, intruder)),
      ...victims.map(({ victim }) => keepsAll(routes, victim, before.get(victim)!)),
    ];
  },
};

function isAboutEndpoints({ successor }: Route): boolean {
  return successor.includes(' /v1/webhooks');
}

async function openApp(world: World, owner: Tenant, browser: Browser, name: string): Promise<Tenant> {
  const app = await makeApp(world, owner);
  const { body } = await app.redeem(await app.codeFor(browser, { scope: scopes.join(' ') }));
  return owner.asApp(name, body.access_token!);
}

/** The judge finds the marks of the account and of the other app in what this one reads. */
function showsOwn(world: World, route: Route, intruder: Tenant): Attack {
  return {
    name: `${route.http} shows an app its own only`,
    run: async () => {
      const answer = await intruder.send('GET', targetOf(await exampleOf(route, intruder, { fresh: false })));
      return world.judge(answer, refusedOrDone, intruder.name, route.http);
    },
  };
}
