import { membersOf } from '@chat/contracts';
import { forbiddenUrls, NAMES_THAT_LEAD_HOME } from '@chat/testing';
import type { Attack, AttackGroup } from '../attack';
import { refused, refusedOrDone, type Expectation } from '../judge/answer.rules';
import { exampleForFile, targetOf } from '../routes/examples';
import type { Route } from '../routes/route';
import { isUrl } from '../routes/sample-values';
import type { Tenant } from '../world/tenant';
import type { World } from '../world/world';

/** Every member that holds a URL, in every body that has one, with URLs that may not be called. */
export const urls: AttackGroup = {
  name: 'urls',
  about: 'each URL that clients give: every spelling of loopback, private, metadata and transition addresses',
  attacks: async (world) => {
    const tenant = await world.openTenant('linker');
    const { port } = world.canaries;
    const attacks = world.routes.flatMap((route) =>
      urlMembersOf(route).flatMap((member) => [
        ...forbiddenUrls(port).map((url) => gives(world, route, member, url, expectationOf(url), tenant)),
        ...NAMES_THAT_LEAD_HOME.map((host) =>
          gives(world, route, member, `https://${host}:${port}/`, refusedOrDone, tenant),
        ),
      ]),
    );
    return [...attacks, world.nothingCaught()];
  },
};

/** Where a URL may be left out, a blank one counts as none. */
function expectationOf(url: string): Expectation {
  return url.trim() === '' ? refusedOrDone : refused;
}

function urlMembersOf({ operation }: Route): string[] {
  const members = operation?.body ? [...membersOf(operation.body).values()] : [];
  return members.filter(isUrl).map(({ name }) => name);
}

function gives(
  world: World,
  route: Route,
  member: string,
  url: string,
  expectation: Expectation,
  tenant: Tenant,
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
