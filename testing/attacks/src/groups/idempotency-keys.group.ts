import type { Attack, AttackGroup } from '../attack';
import { refused, refusedOrDone } from '../judge/answer.rules';
import { exampleOf, targetOf } from '../routes/examples';
import type { Route } from '../document/route';
import type { Tenant } from '../world/tenant';
import type { World } from '../world/world';

const keys: Readonly<Record<string, string | readonly string[]>> = {
  'no characters': '',
  '256 characters': 'x'.repeat(256),
  'a space': 'a b',
  'a letter beyond ASCII': 'cl\u00e9',
  'a tab': 'a\tb',
  'two keys': ['one', 'two'],
};

/** Every operation with an Idempotency-Key, with malformed keys and with the key of another account. */
export const idempotencyKeys: AttackGroup = {
  name: 'keys',
  about: 'each operation that takes an Idempotency-Key, with malformed keys and those of another account',
  attacks: async (world) => {
    const tenant = await world.openTenant('repeater');
    const owner = await world.openTenant('keyowner');
    return world.routes
      .filter(({ operation }) => operation?.idempotency)
      .flatMap((route) => [
        ...Object.entries(keys).map(([name, key]) => presents(world, route, name, key, tenant)),
        borrows(world, route, owner, tenant),
      ]);
  },
};

function presents(
  world: World,
  route: Route,
  name: string,
  key: string | readonly string[],
  tenant: Tenant,
): Attack {
  return {
    name: `${route.http} with a key of ${name}`,
    run: async () => {
      const example = await exampleOf(route, tenant, { fresh: false });
      const body = example.body ? JSON.stringify(example.body) : undefined;
      const answer = await tenant.send(route.method, targetOf(example), body, { 'idempotency-key': key });
      return world.judge(answer, refused, tenant.name, route.http);
    },
  };
}

/** Keys of two accounts are separate: a request with another account's key is handled as if the key were new. */
function borrows(world: World, route: Route, owner: Tenant, thief: Tenant): Attack {
  return {
    name: `${route.http} with the key of another account`,
    run: async () => {
      // Routes of one operation share their keys, so each route gets its own key.
      const key = `${owner.mark}-${route.http.replaceAll(/\W+/g, '-')}`;
      const sendAs = async (tenant: Tenant) => {
        const example = await exampleOf(route, tenant, { fresh: true });
        const body = example.body ? JSON.stringify(example.body) : undefined;
        return tenant.send(route.method, targetOf(example), body, { 'idempotency-key': key });
      };
      await sendAs(owner);
      const answer = await sendAs(thief);
      const isReplay = answer.headers.has('idempotent-replayed');
      const isConflict = answer.bytes.includes('"idempotency_');
      return [
        ...(isReplay ? ['It replays the answer to another account.'] : []),
        ...(isConflict ? ['It reveals that another account used the key.'] : []),
        ...world.judge(answer, refusedOrDone, thief.name, route.http),
      ];
    },
  };
}
