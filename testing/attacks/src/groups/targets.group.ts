import { membersOf, type Member } from '@chat/contracts';
import type { Attack, AttackGroup } from '../attack';
import { hostileQueries, hostileSegments, hostileTexts, type HostileText } from '../hostile/query-texts';
import { refused, refusedOrDone } from '../judge/answer.rules';
import { exampleOf } from '../routes/examples';
import { closedRoutes, paramsOf, type Route } from '../document/route';
import type { Tenant } from '../world/tenant';
import type { World } from '../world/world';

/** Every path parameter and query member, with invalid texts. */
export const targets: AttackGroup = {
  name: 'targets',
  about: 'each path parameter and query member: NUL, bad UTF-8, -1, 0, 101, 2^63, repeated, brackets, dots',
  attacks: async (world) => {
    const tenant = await world.openTenant('targets');
    return closedRoutes(world.routes).flatMap((route) => [
      ...paramsOf(route.path).flatMap(({ name }) =>
        hostileSegments.map((segment) => asksForSegment(world, route, name, segment, tenant)),
      ),
      ...queryMembersOf(route).flatMap((member) => [
        ...hostileTexts.map((text) => asksForText(world, route, member, text, tenant)),
        ...repeated(member).map((query) => asksWithQuery(world, route, query, tenant)),
      ]),
      ...hostileQueries.map((query) => asksWithQuery(world, route, query, tenant)),
    ]);
  },
};

function queryMembersOf({ operation, fixedQuery }: Route): Member[] {
  const members = operation?.query ? [...membersOf(operation.query).values()] : [];
  return members.filter(({ name }) => !Object.hasOwn(fixedQuery, name));
}

function repeated({ name }: Member): HostileText[] {
  const inBrackets = [`${name}[]=1`, `${name}[0]=1`, `${name}[a]=1`];
  return [
    { name: `${name} twice`, text: `${name}=1&${name}=2`, isNeverTaken: true },
    ...inBrackets.map((text): HostileText => ({ name: text, text, isNeverTaken: true, isUnknown: true })),
  ];
}

function asksForSegment(
  world: World,
  route: Route,
  param: string,
  { name, text }: HostileText,
  tenant: Tenant,
): Attack {
  return {
    name: `${route.http} ${param} = ${name}`,
    run: async () => {
      const example = await exampleOf(route, tenant, { fresh: false });
      const index = route.path.split('/').indexOf(`{${param}}`);
      const path = example.path.split('/').with(index, text).join('/');
      const body = example.body ? JSON.stringify(example.body) : undefined;
      return world.judge(await tenant.send(route.method, path, body), refused, tenant.name, route.http);
    },
  };
}

function asksForText(
  world: World,
  route: Route,
  member: Member,
  hostile: HostileText,
  tenant: Tenant,
): Attack {
  return {
    name: `${route.http} ${member.name} = ${hostile.name}`,
    run: async () => {
      const { path } = await exampleOf(route, tenant, { fresh: false });
      const answer = await tenant.send(route.method, `${path}?${member.name}=${hostile.text}`);
      const mayPass = !hostile.isNeverTaken && isValid(member, hostile.text);
      return world.judge(answer, mayPass ? refusedOrDone : refused, tenant.name, route.http);
    },
  };
}

/** Whether a number is written in digits and within its bounds; other members are left to the service. */
function isValid({ kind }: Member, text: string): boolean {
  if (kind.textForm !== 'integer') return true;
  const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = kind.schema(() => ({})) as Record<
    string,
    number
  >;
  return /^-?\d+$/.test(text) && Number(text) >= minimum && Number(text) <= maximum;
}

function asksWithQuery(world: World, route: Route, hostile: HostileText, tenant: Tenant): Attack {
  const { name, text, isUnknown } = hostile;
  const expected = route.isLegacy && isUnknown ? refusedOrDone : refused;
  return {
    name: `${route.http} ?${name}`,
    run: async () => {
      // A legacy route may accept it and delete a record that other attacks need.
      const { path, body } = await exampleOf(route, tenant, { fresh: route.isLegacy });
      const answer = await tenant.send(
        route.method,
        `${path}?${text}`,
        body ? JSON.stringify(body) : undefined,
      );
      return world.judge(answer, expected, tenant.name, route.http);
    },
  };
}
