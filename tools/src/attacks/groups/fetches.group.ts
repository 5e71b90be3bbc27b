import type { Attack, AttackGroup } from '../attack';
import { refused, refusedOrDone, type Expectation } from '../judge/answer.rules';
import { behaviours } from '../outbound/hostile-receivers';
import { namesThatLeadHome, REACHABLE } from '../outbound/names-that-lead-home';
import { exampleForFile, targetOf } from '../routes/examples';
import type { Route } from '../routes/route';
import type { Tenant } from '../world/tenant';
import type { World } from '../world/world';

let urlsGiven = 0;

/** The URLs of files, which are fetched while the client waits. */
export const fetches: AttackGroup = {
  name: 'fetches',
  about:
    'files by URL from names that lead home, mixed and rebinding; redirects, endless and lying answers, bombs',
  attacks: async (world) => {
    const tenant = await world.openTenant('fetcher');
    const { port } = world.canaries;
    const attacks = world.routes.flatMap((route) =>
      (route.operation?.fetches ?? []).flatMap((member) => [
        ...Object.keys(namesThatLeadHome).map((name) => {
          urlsGiven += 1;
          return fetch(world, route, member, `http://f${urlsGiven}.${name}:${port}/fail`, refused, tenant);
        }),
        ...Object.keys(behaviours).map((path) => {
          const expected = path.startsWith('/redirect') ? refused : refusedOrDone;
          return fetch(world, route, member, `http://${REACHABLE}:${port}${path}`, expected, tenant);
        }),
      ]),
    );
    return [...attacks, world.nothingCaught()];
  },
};

function fetch(
  world: World,
  route: Route,
  member: string,
  url: string,
  expectation: Expectation,
  tenant: Tenant,
): Attack {
  return {
    name: `${route.http} ${member} = ${url}`,
    run: async () => {
      const example = await exampleForFile(route, tenant);
      const body = JSON.stringify({ ...example.body, [member]: url });
      const answer = await tenant.send(route.method, targetOf(example), body);
      return world.judge(answer, expectation, tenant.name, route.http);
    },
  };
}
