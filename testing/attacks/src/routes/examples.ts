import { Empty, membersOf, type Dto, type Member } from '@chat/contracts';
import type { Tenant } from '../world/tenant';
import { rowsOfServices } from './records';
import type { ExampleRow, RecordKind, Reference } from '../world/record-kind';
import type { Form } from '../http/form';
import { paramsOf, type Route } from '../document/route';
import { sampleObject } from './sample-values';

/** One valid request of a route. */
export interface Example {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Null for a route without a body. */
  readonly body: Readonly<Record<string, unknown>> | null;
}

/** A place in a request that names a record. */
export interface Place {
  readonly part: 'path' | 'query' | 'body';
  readonly name: string;
  readonly kind: RecordKind;
}

const kinds = Object.values(rowsOfServices).flatMap((rows) => rows.kinds);
const rows = new Map<string, ExampleRow>(
  Object.values(rowsOfServices).flatMap(({ examples }) => Object.entries(examples)),
);

/**
 * Returns a valid request of the route in this tenant.
 * @param fresh whether it uses a new record, which may be deleted, or a permanent one.
 * @throws Error that names the file to extend when a record or value of the route is undefined.
 */
export async function exampleOf(
  route: Route,
  tenant: Tenant,
  { fresh }: { fresh: boolean },
): Promise<Example> {
  const row = rows.get(route.successor);
  const places = placesOf(route);
  const params = places.filter(({ part }) => part === 'path');
  const references = new Map<string, Reference>();
  for (const [index, { name, kind }] of params.entries()) {
    const isLast = index === params.length - 1;
    references.set(name, await referenceTo(kind, tenant, isLast && fresh, row, route));
  }
  return {
    path: fill(route.path, (name) => references.get(name)!),
    query: { ...(await requiredQueryOf(route, places, tenant)), ...row?.query },
    body: await bodyOf(route, tenant, row),
  };
}

/** Returns the places of the route that name records. @throws Error like `exampleOf`. */
export function placesOf(route: Route): Place[] {
  const { operation } = route;
  return [
    ...paramsOf(route.successor.split(' ')[1]!).map(({ name, upTo }) => ({
      part: 'path' as const,
      name,
      kind: kinds.find(({ paths }) => paths?.includes(upTo)) ?? unknownTo(route, name),
    })),
    ...referencesIn(route, 'query', operation?.query),
    ...referencesIn(route, 'body', operation?.body),
  ];
}

/** Replaces each parameter of the path with a value. */
export function fill(path: string, valueOf: (name: string) => Reference): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(valueOf(name))));
}

/** The form of a route that takes no JSON, else null. */
export function exampleFormOf(route: Route): Form | null {
  return rows.get(route.successor)?.form?.() ?? null;
}

/** An example that only lacks a file, or the URL of one. */
export async function exampleForFile(route: Route, tenant: Tenant): Promise<Example> {
  const example = await exampleOf(route, tenant, { fresh: false });
  const body = await rows.get(route.successor)?.bodyForFile?.(tenant);
  return body ? { ...example, body: body as Example['body'] } : example;
}

/** The path and query string of an example. */
export function targetOf({ path, query }: Pick<Example, 'path' | 'query'>): string {
  const text = new URLSearchParams(query).toString();
  return text === '' ? path : `${path}?${text}`;
}

async function referenceTo(
  kind: RecordKind,
  tenant: Tenant,
  fresh: boolean,
  row: ExampleRow | undefined,
  { method }: Route,
): Promise<Reference> {
  if (fresh && row?.record) return row.record(tenant);
  return fresh && method === 'DELETE' ? kind.make(tenant) : tenant.own(kind);
}

/** The required members of the query, and those that name a record. */
async function requiredQueryOf(
  { operation }: Route,
  places: readonly Place[],
  tenant: Tenant,
): Promise<Record<string, string>> {
  const query: Record<string, string> = {};
  for (const { part, name, kind } of places) {
    if (part !== 'query' || membersOf(operation!.query!).get(name)!.mayBeAbsent) continue;
    query[name] = String(await tenant.own(kind));
  }
  return query;
}

async function bodyOf(
  route: Route,
  tenant: Tenant,
  row: ExampleRow | undefined,
): Promise<Record<string, unknown> | null> {
  const dto = route.operation?.body;
  if (!dto || dto === Empty) return null;
  const body = sampleObject(dto, tenant);
  for (const { part, name, kind } of placesOf(route)) {
    if (part === 'body' && name in body) body[name] = await tenant.own(kind);
  }
  return { ...body, ...(await row?.body?.(tenant)) };
}

function referencesIn(route: Route, part: 'query' | 'body', dto: Dto | undefined): Place[] {
  if (!dto) return [];
  return [...membersOf(dto).values()].flatMap((member) => {
    const kind = kinds.find(({ members }) => members?.includes(member.name));
    if (kind && fits(member, kind)) return [{ part, name: member.name, kind }];
    if (isId(member)) unknownTo(route, member.name);
    return [];
  });
}

/** `type` is the id of a ticket type in one contract and a word in another. */
function fits({ kind: { textForm } }: Member, { unknown }: RecordKind): boolean {
  return textForm === (typeof unknown === 'number' ? 'integer' : 'text');
}

/** Whether a member is declared as `Id()`, or named like one. */
function isId({ name, kind }: Member): boolean {
  if (kind.textForm !== 'integer') return false;
  return name.endsWith('_id') || kind.schema(() => ({}))['maximum'] === undefined;
}

function unknownTo({ http, operation }: Route, name: string): never {
  const service = operation?.subject.split('.')[1] ?? 'gateway';
  throw new Error(
    `${http}: no kind of record says what ${name} names, so no valid request can be made. ` +
      `Add it to testing/attacks/src/routes/records/${service}.ts.`,
  );
}
