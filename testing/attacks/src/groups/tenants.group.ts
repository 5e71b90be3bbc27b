import { membersOf } from '@chat/contracts';
import type { Attack, AttackGroup } from '../attack';
import { refusedOrDone } from '../judge/answer.rules';
import { exampleOf, placesOf, targetOf } from '../routes/examples';
import { closedRoutes, type Route } from '../document/route';
import type { Tenant } from '../world/tenant';
import type { World } from '../world/world';
import { keepsAll, namesForeign, settledViewOf } from './foreign-records';

/** Everything that names a record, with a record of another account. */
export const tenants: AttackGroup = {
  name: 'tenants',
  about: 'ids, numbers, filters, references and cursors of B with the key of A: handled as unknown',
  atOnce: 4,
  attacks: async (world) => {
    const [intruder, victim] = [await world.openTenant('intruder'), await world.openTenant('victim')];
    const sender = await world.openTenant('sender');
    await furnish(world, victim);
    const before = await settledViewOf(closedRoutes(world.routes), victim);
    const attacks = closedRoutes(world.routes).flatMap((route) => [
      ...placesOf(route).map((place) =>
        namesForeign(world, route, place, { intruder, victim, of: 'another account' }),
      ),
      ...(hasCursor(route) ? [goesOnFromForeign(world, route, intruder, victim)] : []),
      ...(route.operation?.idempotency ? [repeatsForeign(world, route, intruder, sender)] : []),
    ]);
    return [...attacks, keepsAll(closedRoutes(world.routes), victim, before)];
  },
};

/**
 * Creates one of everything, and more tickets than the intruder has, so that their numbers exist in no other account.
 */
async function furnish(world: World, victim: Tenant): Promise<void> {
  for (const { kind } of world.routes.flatMap(placesOf)) {
    if (kind.name === 'ticket') for (let count = 0; count < 5; count += 1) await kind.make(victim);
    await victim.own(kind);
  }
}

function hasCursor({ operation }: Route): boolean {
  return operation?.query !== undefined && membersOf(operation.query).has('cursor');
}

function goesOnFromForeign(world: World, route: Route, intruder: Tenant, victim: Tenant): Attack {
  return {
    name: `${route.http} with a cursor of another account`,
    run: async () => {
      const { path } = await exampleOf(route, victim, { fresh: false });
      const first = await victim.send('GET', `${path}?per_page=1`);
      const cursor = /"next_cursor":"([^"]+)"/.exec(first.bytes.toString())?.[1] ?? 'eyJpZCI6MX0';
      const own = await exampleOf(route, intruder, { fresh: false });
      const answer = await intruder.send('GET', `${own.path}?cursor=${encodeURIComponent(cursor)}`);
      return world.judge(answer, refusedOrDone, intruder.name, route.http);
    },
  };
}

/** For A, B's Idempotency-Key is a key like any other: A's request is executed, and B's answer is not shown. */
function repeatsForeign(world: World, route: Route, intruder: Tenant, sender: Tenant): Attack {
  return {
    name: `${route.http} with an Idempotency-Key of another account`,
    run: async () => {
      const headers = { 'idempotency-key': `shared-${world.random.between(0, 2 ** 31 - 1)}` };
      const send = async (tenant: Tenant) => {
        const example = await exampleOf(route, tenant, { fresh: true });
        const body = example.body ? JSON.stringify(example.body) : undefined;
        return tenant.send(route.method, targetOf(example), body, headers);
      };
      await send(sender);
      const answer = await send(intruder);
      return [
        ...world.judge(answer, refusedOrDone, intruder.name, route.http),
        ...(answer.headers.has('idempotent-replayed') ? ['It replays the answer to another account.'] : []),
      ];
    },
  };
}
