import { scopes, scopesOf, type Scope } from '@chat/contracts';
import type { Attack, AttackGroup } from '../attack';
import { exampleOf, fill, placesOf, targetOf } from '../routes/examples';
import { closedRoutes, type Route } from '../document/route';
import type { Tenant } from '../world/tenant';
import type { World } from '../world/world';

interface ScopedKey {
  readonly name: string;
  readonly granted: readonly Scope[] | null;
  readonly headers: Record<string, string>;
}

/** Every route with a key of each single scope, of all but the required one, of none, of all and of the null list. */
export const scopeMatrix: AttackGroup = {
  name: 'scopes',
  about: 'every route with each single scope, none, all but its own, all, and the null list',
  attacks: async (world) => {
    const tenant = await world.openTenant('scoped');
    const lists: [string, readonly Scope[] | null][] = [
      ...scopes.map((scope): [string, Scope[]] => [scope, [scope]]),
      ...scopes.map((scope): [string, Scope[]] => [
        `all but ${scope}`,
        scopes.filter((other) => other !== scope),
      ]),
      ['no scope', []],
      ['all scopes', scopes],
      ['the null list', null],
    ];
    const keys = await Promise.all(lists.map(([name, granted]) => makeKey(world, tenant, name, granted)));
    return closedRoutes(world.routes).flatMap((route) => keys.map((key) => asks(world, route, tenant, key)));
  },
};

async function makeKey(
  { stack, marks }: World,
  { accountId }: Tenant,
  name: string,
  granted: readonly Scope[] | null,
): Promise<ScopedKey> {
  const key = await stack.admin.createApiKey(accountId, { scopes: granted && [...granted] });
  marks.plant(key.clientSecret, 'the secret of an API key', null);
  return { name, granted, headers: { 'client-id': key.clientId, 'client-secret': key.clientSecret } };
}

function asks(world: World, route: Route, tenant: Tenant, key: ScopedKey): Attack {
  const opens = isOpenTo(route, key.granted);
  return {
    name: `${route.http} with ${key.name}`,
    run: () => (opens ? isLetIn(world, route, tenant, key) : isRefused(world, route, tenant, key)),
  };
}

/** Whether the operation table allows it, computed independently of the gateway's own check, which is under attack. */
function isOpenTo({ operation }: Route, granted: readonly Scope[] | null): boolean {
  const required = scopesOf(operation?.scope);
  if (required.length === 0) return true;
  return granted === null ? !operation!.explicitScope : required.some((scope) => granted.includes(scope));
}

/** A request that would succeed is refused only for its scope. */
async function isRefused(
  world: World,
  route: Route,
  tenant: Tenant,
  { headers }: ScopedKey,
): Promise<string[]> {
  const example = await exampleOf(route, tenant, { fresh: false });
  const body = example.body ? JSON.stringify(example.body) : undefined;
  const answer = await tenant.send(route.method, targetOf(example), body, headers);
  const required = scopesOf(route.operation?.scope).join(' or ');
  const named = answer.bytes.toString().includes(`"required_scope":"${required}"`);
  return [
    ...world.judge(answer, { codes: ['insufficient_scope'] }, tenant.name, route.http),
    ...(named ? [] : [`Its answer does not name the scope ${required}.`]),
  ];
}

/** A request that changes nothing passes the check: it names no record, or has an unknown member. */
async function isLetIn(
  world: World,
  route: Route,
  tenant: Tenant,
  { headers }: ScopedKey,
): Promise<string[]> {
  const unknown = new Map(placesOf(route).map(({ name, kind }) => [name, kind.unknown]));
  const path = fill(route.path, (name) => unknown.get(name)!);
  const takesBody = (route.operation?.body ?? null) !== null;
  const body = takesBody ? '{"nobody_knows_this":1}' : undefined;
  const answer = await tenant.send(route.method, path, body, headers);
  const code = /"code":"(\w+)"/.exec(answer.bytes.toString())?.[1] ?? '';
  const isClosed = ['insufficient_scope', 'unauthenticated', 'ip_not_whitelisted'].includes(code);
  return [
    ...world.judge(answer, { orSuccess: true }, tenant.name, route.http),
    ...(isClosed ? [`It answered ${code} to a key that has the scope.`] : []),
  ];
}
