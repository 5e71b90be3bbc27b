import { membersOf } from '@chat/contracts';
import { forbiddenUrls, NAMES_THAT_LEAD_HOME } from '@chat/test-kit';
import type { AttackGroup } from '../attack';
import { refused, refusedOrDone, type Expectation } from '../judge/answer.rules';
import { urlAttack } from '../urls/url-attack';
import type { Route } from '../document/route';
import { isUrl } from '../routes/sample-values';

/** Every member that holds a URL, with URLs that may not be called. */
export const urls: AttackGroup = {
  name: 'urls',
  about: 'each URL from clients: every spelling of loopback, private, metadata and transition addresses',
  attacks: async (world) => {
    const tenant = await world.openTenant('linker');
    const { port } = world.canaries;
    const attacks = world.routes.flatMap((route) =>
      urlMembersOf(route).flatMap((member) => [
        ...forbiddenUrls(port).map((url) =>
          urlAttack(world, tenant, route, [member, url], expectationOf(url)),
        ),
        ...NAMES_THAT_LEAD_HOME.map((host) =>
          urlAttack(world, tenant, route, [member, `https://${host}:${port}/`], refusedOrDone),
        ),
      ]),
    );
    return [...attacks, world.nothingCaught()];
  },
};

/** An optional URL may also be blank, which counts as absent. */
function expectationOf(url: string): Expectation {
  return url.trim() === '' ? refusedOrDone : refused;
}

/** The URL of a CTA is opened by the customer, never by the product. */
function urlMembersOf({ operation, path }: Route): string[] {
  if (path.startsWith('/v1/cta-urls')) return [];
  const members = operation?.body ? [...membersOf(operation.body).values()] : [];
  return members.filter(isUrl).map(({ name }) => name);
}
