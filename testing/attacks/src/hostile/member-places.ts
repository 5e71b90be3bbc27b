import { membersOf, type Dto, type Kind, type Member } from '@chat/contracts';
import { classesOf, sampleObject } from '../routes/sample-values';
import type { Tenant } from '../world/tenant';

/** A member of a body, at any depth. */
export interface MemberPlace {
  /** The path from the body to the member: names, and 0 for the first item of a list. */
  readonly path: readonly (string | number)[];
  readonly member: Pick<Member, 'name' | 'kind'>;
}

/** Maximum depth of nested objects. */
const DEEPEST = 4;

/** Every member of a class, including those of nested objects and list items. */
export function placesIn(dto: Dto, above: readonly (string | number)[] = []): MemberPlace[] {
  if (above.length > DEEPEST) return [];
  return [...membersOf(dto).values()].flatMap((member) =>
    placesOfKind(member.name, member.kind, [...above, member.name]),
  );
}

function placesOfKind(name: string, kind: Kind, path: readonly (string | number)[]): MemberPlace[] {
  const itself = { path, member: { name, kind } };
  if (kind.isFile) return [itself];
  if (kind.items) return [itself, ...placesOfKind(name, kind.items.kind, [...path, 0])];
  return [itself, ...classesOf(kind).flatMap((dto) => placesIn(dto, path))];
}

/** Placeholder for the raw JSON; it occurs nowhere else in a request. */
const SLOT = '@@here@@';

/** Returns a body with raw JSON in one place, creating missing parents. */
export function withJsonAt(
  body: Readonly<Record<string, unknown>>,
  dto: Dto,
  path: readonly (string | number)[],
  json: string,
  tenant: Tenant,
): string {
  const copy = structuredClone(body) as Record<string, unknown>;
  put(copy, dto, path, tenant);
  return JSON.stringify(copy).replace(`"${SLOT}"`, () => json);
}

function put(
  target: Record<string, unknown>,
  dto: Dto,
  path: readonly (string | number)[],
  tenant: Tenant,
): void {
  const [name, ...rest] = path as [string, ...(string | number)[]];
  target[name] = filled(target[name], membersOf(dto).get(name)!, rest, tenant);
}

function filled(
  value: unknown,
  { name, kind }: Pick<Member, 'name' | 'kind'>,
  rest: readonly (string | number)[],
  tenant: Tenant,
): unknown {
  if (rest.length === 0) return SLOT;
  if (rest[0] === 0) return [filled(undefined, { name, kind: kind.items!.kind }, rest.slice(1), tenant)];
  const owner = classesOf(kind).find((dto) => membersOf(dto).has(String(rest[0])))!;
  const object = (value ?? sampleObject(owner, tenant)) as Record<string, unknown>;
  put(object, owner, rest, tenant);
  return object;
}
