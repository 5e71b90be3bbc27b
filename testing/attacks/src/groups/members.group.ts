import { Empty, membersOf, type Dto } from '@chat/contracts';
import type { Attack, AttackGroup } from '../attack';
import { hostileJson, type HostileJson } from '../hostile/json-values';
import { placesIn, withJsonAt, type MemberPlace } from '../hostile/member-places';
import { RequestSchemas } from '../hostile/request-schemas';
import { refused, refusedOrDone } from '../judge/answer.rules';
import { exampleOf, targetOf } from '../routes/examples';
import type { Route } from '../document/route';
import { classesOf } from '../routes/sample-values';
import type { Tenant } from '../world/tenant';
import type { World } from '../world/world';

type RouteWithBody = Route & { operation: { body: Dto } };

/** Every member of every body with every hostile value. */
export const members: AttackGroup = {
  name: 'members',
  about: 'each member of each body: wrong types, NUL, surrogates, 1e400, 2^63, inherited names, long texts',
  attacks: async (world) => {
    const tenant = await world.openTenant('members');
    const schemas = new RequestSchemas();
    return world.routes.filter(takesBody).flatMap((route) =>
      placesIn(route.operation.body)
        .filter(({ member }) => !member.kind.isFile)
        .flatMap((place) => hostileJson.map((value) => puts(world, route, place, value, tenant, schemas))),
    );
  },
};

/** Members that only occur in answers, in the bodies of requests. */
export const massAssignment: AttackGroup = {
  name: 'assignment',
  about: 'each member that only occurs in answers, and those that only an administrator sets, in each body',
  attacks: async (world) => {
    const tenant = await world.openTenant('assigner');
    return world.routes
      .filter(takesBody)
      .flatMap((route) => membersOfAnswersOnly(route).map((name) => assigns(world, route, name, tenant)));
  },
};

/** Whether the route takes a body with members. */
export function takesBody(route: Route): route is RouteWithBody {
  const body = route.operation?.body;
  return body !== undefined && body !== Empty;
}

function puts(
  world: World,
  route: RouteWithBody,
  { path }: MemberPlace,
  { name, json, isNeverTaken, isBlank }: HostileJson,
  tenant: Tenant,
  schemas: RequestSchemas,
): Attack {
  return {
    name: `${route.http} ${path.join('.')} = ${name}`,
    run: async () => {
      const example = await exampleOf(route, tenant, { fresh: false });
      const body = withJsonAt(example.body!, route.operation.body, path, json, tenant);
      const answer = await tenant.send(route.method, targetOf(example), body);
      const isValid = isBlank || (!isNeverTaken && schemas.allowsBody(route.method, route.path, body));
      return world.judge(answer, isValid ? refusedOrDone : refused, tenant.name, route.http);
    },
  };
}

/** Members that a client never sets, but might try to. */
const PRIVILEGES = [
  'account_id',
  'accountId',
  'id',
  'is_admin',
  'isAdmin',
  'role',
  'scopes',
  'plan',
  'rate_limit',
  'deleted_at',
  'secret',
  '$where',
];

function membersOfAnswersOnly({ operation }: RouteWithBody & Route): string[] {
  const { body, output } = operation as unknown as { body: Dto; output: Dto };
  const sent = new Set(membersOf(body).keys());
  return [...new Set([...PRIVILEGES, ...namesIn(output)])].filter((name) => !sent.has(name));
}

/** The names of all members of a class and of its nested classes. */
function namesIn(dto: Dto, seen = new Set<Dto>()): string[] {
  if (seen.has(dto)) return [];
  seen.add(dto);
  return [...membersOf(dto).values()].flatMap(({ name, kind }) => [
    name,
    ...classesOf(kind).flatMap((nested) => namesIn(nested, seen)),
  ]);
}

function assigns(world: World, route: RouteWithBody, name: string, tenant: Tenant): Attack {
  return {
    name: `${route.http} with ${name}`,
    run: async () => {
      const example = await exampleOf(route, tenant, { fresh: false });
      const body = JSON.stringify({ ...example.body, [name]: 1 });
      const answer = await tenant.send(route.method, targetOf(example), body);
      const expected = route.isLegacy ? refusedOrDone : ({ codes: ['validation_error'] } as const);
      return world.judge(answer, expected, tenant.name, route.http);
    },
  };
}
