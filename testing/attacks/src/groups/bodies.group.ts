import type { Attack, AttackGroup } from '../attack';
import { hostileBodies, hostileUploads, type HostileBody } from '../hostile/bodies';
import { refused, refusedOrDone } from '../judge/answer.rules';
import { exampleForFile, exampleOf, targetOf } from '../routes/examples';
import { closedRoutes, type Route } from '../document/route';
import type { Tenant } from '../world/tenant';
import type { World } from '../world/world';

/** Number of routes that get heavy bodies in a quick run. */
const QUICK_ROUTES = 2;

/** Bodies that are invalid as a whole: not JSON, too deep, too large, of another type, files with a false type. */
export const bodies: AttackGroup = {
  name: 'bodies',
  about:
    'each route: invalid JSON, 100,000 levels, oversize, bombs, other types and encodings, bad forms, files with a false type',
  attacks: async (world) => {
    const tenant = await world.openTenant('bodies');
    const writes = closedRoutes(world.routes).filter(({ method }) => method !== 'GET');
    const reads = closedRoutes(world.routes).filter(({ method }) => method === 'GET');
    const takeHeavy = new Set(
      [writes, reads].flatMap((some) => (world.quick ? world.random.sample(some, QUICK_ROUTES) : some)),
    );
    return [
      ...writes.flatMap((route) =>
        hostileBodies
          .filter(({ isHeavy }) => !isHeavy || takeHeavy.has(route))
          .map((body) => sends(world, route, isIgnored(route, body) ? taken(body) : body, tenant)),
      ),
      ...(await Promise.all(writes.map((route) => uploadsTo(world, route, tenant)))).flat(),
      ...reads.flatMap((route) =>
        hostileBodies
          .filter(({ isHeavy }) => !isHeavy || takeHeavy.has(route))
          .map((body) => sends(world, route, taken(body), tenant)),
      ),
    ];
  },
};

function isIgnored({ isLegacy }: Route, { isUnknown }: HostileBody): boolean {
  return isLegacy && isUnknown === true;
}

function taken(body: HostileBody): HostileBody {
  return { ...body, isNeverTaken: false };
}

/** Attacks a route that takes files; heavy ones are sampled. */
async function uploadsTo(world: World, route: Route, tenant: Tenant): Promise<Attack[]> {
  const uploads = Object.entries(route.operation?.upload ?? {});
  if (uploads.length === 0) return [];
  const { body } = await exampleForFile(route, tenant);
  return uploads.flatMap(([member, uploadClass], index) =>
    hostileUploads(member, uploadClass, body ?? {})
      .filter(({ isHeavy }) => !isHeavy || !world.quick || index === 0)
      .map((upload) => sends(world, route, upload, tenant)),
  );
}

function sends(
  world: World,
  route: Route,
  { name, body, type = 'application/json', headers, isNeverTaken = true }: HostileBody,
  tenant: Tenant,
): Attack {
  return {
    name: `${route.http} with ${name}`,
    run: async () => {
      // A legacy route may accept it and delete a record that other attacks need.
      const example = await exampleOf(route, tenant, { fresh: route.isLegacy });
      const answer = await tenant.send(route.method, targetOf(example), body, {
        'content-type': type,
        ...headers,
      });
      return world.judge(answer, isNeverTaken ? refused : refusedOrDone, tenant.name, route.http);
    },
  };
}
