import type { OpenApiDocument } from '../openapi';

type Json = Record<string, unknown>;

interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly deprecated?: boolean;
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
  readonly requestBody?: { readonly content: Json };
  readonly responses: Readonly<Record<string, Json>>;
}

/**
 * Prints what the generated client knows of each operation of the current version:
 * `libs/client/src/generated/routes.ts`.
 */
export function printRoutes(document: OpenApiDocument): string {
  const entries = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, unknown>)
      .map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        operation: operation as Described,
      }))
      // Streams have a method of their own.
      .filter(({ operation }) => path.startsWith('/v1/') && !operation.deprecated && !isStream(operation)),
  );
  const printed = entries
    .sort((a, b) => (a.operation.operationId < b.operation.operationId ? -1 : 1))
    .map(({ method, path, operation }) => {
      refuseCollisions(operation, document);
      const route = {
        method,
        path,
        ...(operation.requestBody && { body: true }),
        ...(namesOf(operation, 'header').includes('Idempotency-Key') && { idempotency: true }),
        ...ofAnswer(operation, document),
      };
      return `${comment(operation)}  ${operation.operationId}: ${JSON.stringify(route)},\n`;
    });
  return `/* Generated from docs/openapi.json. */\n\nexport const routes = {\n${printed.join('')}} as const;\n`;
}

/** Fails if the members of path, query and body cannot be told apart: a call passes them in one object. */
function refuseCollisions(operation: Described, document: OpenApiDocument): void {
  const bodies = Object.values(operation.requestBody?.content ?? {}) as { schema: Json }[];
  const members = bodies.slice(0, 1).flatMap(({ schema }) => Object.keys(propertiesOf(schema, document)));
  const names = [...namesOf(operation, 'path'), ...namesOf(operation, 'query'), ...members];
  if (new Set(names).size < names.length || (members.length > 0 && namesOf(operation, 'query').length > 0))
    throw new Error(`The client cannot tell the members of ${operation.operationId} apart.`);
}

function ofAnswer(operation: Described, document: OpenApiDocument): Json {
  const response = resolve(operation.responses['200'] ?? {}, document);
  const content = (response['content'] ?? {}) as Record<string, { schema: Json }>;
  if ('application/octet-stream' in content) return { download: true };
  if (!namesOf(operation, 'query').includes('cursor')) return {};
  const answer = propertiesOf(content['application/json']!.schema, document);
  const data = propertiesOf(answer['data']!, document);
  const [list] = Object.entries(data).find(([, schema]) => schema['type'] === 'array')!;
  return { list };
}

function isStream({ responses }: Described): boolean {
  const content = responses['200']?.['content'] as Json | undefined;
  return content?.['text/event-stream'] !== undefined;
}

function namesOf({ parameters = [] }: Described, place: string): string[] {
  return parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);
}

function propertiesOf(schema: Json, document: OpenApiDocument): Record<string, Json> {
  return (resolve(schema, document)['properties'] ?? {}) as Record<string, Json>;
}

function resolve(part: Json, document: OpenApiDocument): Json {
  const pointer = part['$ref'];
  if (typeof pointer !== 'string') return part;
  const names = pointer.split('/').slice(1);
  return names.reduce<Json>((parent, name) => parent[name] as Json, document);
}

/** Prints the doc comment that editors show on the client's method. */
function comment({ summary, description }: Described): string {
  const lines = [`${summary}.`, '', ...description.split('\n')];
  return `  /**\n${lines.map((line) => `   * ${line}`.trimEnd()).join('\n')}\n   */\n`;
}
