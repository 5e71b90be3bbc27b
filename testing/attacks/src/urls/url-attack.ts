import type { Attack } from '../attack';
import type { Expectation } from '../judge/answer.rules';
import { exampleForFile, targetOf } from '../routes/examples';
import type { Route } from '../document/route';
import type { Tenant } from '../world/tenant';
import type { World } from '../world/world';

/** A request that is valid except for the URL in one member of its body. */
export function urlAttack(
  world: World,
  tenant: Tenant,
  route: Route,
  [member, url]: readonly [string, string],
  expectation: Expectation,
): Attack {
  return {
    name: `${route.http} ${member} = ${JSON.stringify(url).slice(0, 80)}`,
    run: async () => {
      const example = await exampleForFile(route, tenant);
      const body = JSON.stringify({ ...example.body, [member]: url });
      const answer = await tenant.send(route.method, targetOf(example), body);
      return world.judge(answer, expectation, tenant.name, route.http);
    },
  };
}
