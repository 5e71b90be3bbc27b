import fc from 'fast-check';
import { openApiDocument } from '@chat/contracts/openapi';
import { exampleOf, placesOf } from '../routes/examples';
import type { Route } from '../document/route';
import type { Tenant } from '../world/tenant';
import { strangeValues, valuesOf } from './values';

type Json = Record<string, unknown>;

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly schema: Json;
}

/** The random choices for one request; the records that it names belong to the tenant. */
interface Draft {
  /** For each parameter, a value and what replaces it. */
  readonly parameters: Readonly<Record<string, { given: unknown; isGiven: boolean; isStrange: boolean }>>;
  readonly body: unknown;
  readonly bodyFrom: 'example' | 'schema' | 'chance';
  /** Members that are replaced by a strange value. */
  readonly twists: readonly { at: number; value: unknown }[];
  readonly keepsRecords: boolean;
}

export interface FuzzedRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

const document = openApiDocument();

/** Drafts a random request of a route from the seed. */
export function draftOf(route: Route, seed: number): Draft {
  const parameters = parametersOf(route).map(({ name, schema }) => [
    name,
    fc.record({
      given: valuesOf(schema, document),
      isGiven: fc.boolean(),
      isStrange: fc.integer({ min: 0, max: 5 }).map((number) => number === 0),
    }),
  ]);
  const schema = bodyOf(route);
  const draft = fc.record({
    parameters: fc.record(
      Object.fromEntries(parameters) as Record<string, fc.Arbitrary<Draft['parameters'][string]>>,
    ),
    body: schema ? valuesOf(schema, document) : strangeValues,
    bodyFrom: fc.constantFrom('example', 'example', 'schema', 'schema', 'chance'),
    twists: fc.array(fc.record({ at: fc.nat(30), value: strangeValues }), { maxLength: 2 }),
    keepsRecords: fc.boolean(),
  });
  return fc.sample(draft, { numRuns: 1, seed })[0]!;
}

/** Turns a draft into a request of a tenant. */
export async function requestOf(route: Route, draft: Draft, tenant: Tenant): Promise<FuzzedRequest> {
  const isDelete = route.method === 'DELETE';
  // Earlier random requests may prevent a new record, for example by disconnecting the number; an existing one is used
  // then.
  const example = await exampleOf(route, tenant, { fresh: isDelete }).catch(() =>
    exampleOf(route, tenant, { fresh: false }),
  );
  const valueOf = ({ name }: Parameter) => {
    const { given, isStrange } = draft.parameters[name]!;
    return String(isStrange ? JSON.stringify(draft.twists[0]?.value ?? '\u0000') : given);
  };
  const parameters = parametersOf(route);
  const path = draft.keepsRecords
    ? example.path
    : route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
        encode(valueOf(parameters.find((parameter) => parameter.name === name)!)),
      );
  const given = parameters.filter(({ name }) => draft.parameters[name]!.isGiven);
  const query = given
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => `${parameter.name}=${encode(valueOf(parameter))}`)
    .join('&');
  const key = given.find((parameter) => parameter.in === 'header');
  return {
    method: route.method,
    target: query === '' ? path : `${path}?${query}`,
    headers: key ? { [key.name]: draft.parameters[key.name]!.given as string } : {},
    body: await printBody(route, draft, example.body, tenant),
  };
}

async function printBody(
  route: Route,
  { body, bodyFrom, twists, keepsRecords }: Draft,
  example: Json | null,
  tenant: Tenant,
): Promise<string | undefined> {
  if (!bodyOf(route)) return bodyFrom === 'chance' ? JSON.stringify(body) : undefined;
  if (bodyFrom === 'chance') return JSON.stringify(twists[0]?.value ?? body);
  const members = { ...(bodyFrom === 'example' ? example : (body as Json)) };
  for (const { part, name, kind } of keepsRecords ? placesOf(route) : []) {
    if (part === 'body' && name in members) members[name] = await tenant.own(kind);
  }
  const names = Object.keys(members);
  for (const { at, value } of bodyFrom === 'schema' ? twists : twists.slice(0, 1)) {
    if (names.length > 0) members[names[at % names.length]!] = value;
  }
  return JSON.stringify(members);
}

function parametersOf({ method, path }: Route): Parameter[] {
  return (document.paths[path]![method.toLowerCase()]!['parameters'] ?? []) as Parameter[];
}

function bodyOf({ method, path }: Route): Json | undefined {
  const described = document.paths[path]![method.toLowerCase()]!['requestBody'] as
    { content: Record<string, { schema: Json }> } | undefined;
  return described?.content['application/json']?.schema;
}

/** Encodes as UTF-8, which cannot represent a lone surrogate. */
function encode(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString()) || '%20';
}
