import type { AttackGroup } from '../attack';
import { exampleOf, targetOf } from '../routes/examples';
import type { World } from '../world/world';

/** Every route of a feature, on a gateway with all features off. */
export const flags: AttackGroup = {
  name: 'flags',
  about: 'every route of a feature flag is closed when the flag is off',
  attacks: async (world: World) => {
    const tenant = await world.openTenant('flagless');
    const gateway = world.gateways[2];
    return world.routes
      .filter(({ operation }) => (operation?.flags?.length ?? 0) > 0)
      .map((route) => ({
        name: `${route.http} with the flag off`,
        run: async () => {
          const example = await exampleOf(route, tenant, { fresh: false });
          const answer = await gateway.send({
            method: route.method,
            path: targetOf(example),
            headers: {
              ...tenant.headers,
              'content-type': 'application/json',
              // The gateway behind two proxies takes the client address from this header only.
              'x-forwarded-for': '127.0.0.1, 127.0.0.2',
            },
            body: example.body ? JSON.stringify(example.body) : undefined,
          });
          return world.judge(answer, { codes: ['feature_disabled'] }, tenant.name, route.http);
        },
      }));
  },
};
