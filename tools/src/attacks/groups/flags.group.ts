import type { AttackGroup } from '../attack';
import { exampleOf, targetOf } from '../routes/examples';
import type { World } from '../world/world';

/** Every route of a feature, on a gateway where all features are off. */
export const flags: AttackGroup = {
  name: 'flags',
  about: 'every route that needs a feature flag is closed where it is off',
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
              // The gateway behind two proxies knows clients by this alone.
              'x-forwarded-for': '127.0.0.1, 127.0.0.2',
            },
            body: example.body ? JSON.stringify(example.body) : undefined,
          });
          return world.judge(answer, { codes: ['feature_disabled'] }, tenant.name, route.http);
        },
      }));
  },
};
