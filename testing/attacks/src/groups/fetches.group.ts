import type { AttackGroup } from '../attack';
import { refused, refusedOrDone } from '../judge/answer.rules';
import { behaviours } from '../outbound/hostile-receivers';
import { hostileNames, REACHABLE } from '../outbound/hostile-names';
import { urlAttack } from '../urls/url-attack';

let urlsGiven = 0;

/** Files by URL, which are fetched while the client waits. */
export const fetches: AttackGroup = {
  name: 'fetches',
  about:
    'files by URL from names that resolve to loopback, mixed and rebinding; redirects, endless and lying answers, bombs',
  canShare: true,
  attacks: async (world) => {
    const tenant = await world.openTenant('fetcher');
    const { port } = world.canaries;
    const attacks = world.routes.flatMap((route) =>
      (route.operation?.fetches ?? []).flatMap((member) => [
        ...Object.keys(hostileNames).map((name) => {
          urlsGiven += 1;
          const url = `http://f${urlsGiven}.${name}:${port}/fail`;
          return urlAttack(world, tenant, route, [member, url], refused);
        }),
        ...Object.keys(behaviours).map((path) => {
          const expected = path.startsWith('/redirect') ? refused : refusedOrDone;
          const url = `http://${REACHABLE}:${port}${path}`;
          return urlAttack(world, tenant, route, [member, url], expected);
        }),
      ]),
    );
    return [...attacks, world.nothingCaught()];
  },
};
