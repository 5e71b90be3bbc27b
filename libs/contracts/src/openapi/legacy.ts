import { LEGACY_SUCCESS, legacyRoutes, operationOf, successorOf, type LegacyRoute } from '../legacy';
import type { Dto } from '../member';
import type { Operation } from '../operation';
import { WholeListQuery } from '../pagination';
import { errorBody, isPaged, type Envelope } from './answers';
import { reference, type Components, type Json } from './components';
import { errorExample, paginationExample } from './example-answers';
import { exampleOf } from './examples';
import { operationObject, v1Style, type SurfaceStyle } from './operations';
import { describePing } from './own-routes';
import { dtoSchema, objectSchema, schemaOf } from './schemas';
import { LEGACY } from './tags';

const text = { type: 'string' };
const { code, message, ...details } = errorBody;

/** `{"status":…,"message":…,"data":…}` */
const legacyEnvelope: Envelope = {
  prefix: 'Legacy',
  headers: ['Link'],
  success: (output, query, components) =>
    objectSchema({
      status: { type: 'string', const: 'success' },
      message: text,
      data: dataOf(output, query, components),
    }),
  successExample: (output, query) => ({
    status: 'success',
    message: LEGACY_SUCCESS,
    data: { ...exampleOf(output), ...(isPaged(query) && { pagination: paginationExample }) },
  }),
  failure: (codes) => ({
    allOf: [reference('schemas', 'LegacyFailure'), { properties: { code: { enum: codes } } }],
  }),
  failureExample: (failed) => {
    const { code: word, message: sentence, ...rest } = errorExample(failed);
    return { status: 'error', message: sentence, code: word, data: rest };
  },
};

const tagOf = () => LEGACY;

const legacyStyle: SurfaceStyle = {
  tagOf,
  envelope: legacyEnvelope,
  json: 'legacyJson',
  form: 'legacyForm',
};

/** Adds the schema of failures on the legacy surfaces. */
export function addLegacyEnvelope(components: Components): void {
  const data = components.add('schemas', 'LegacyFailureData', {
    description: 'The fields of a v1 `error` other than code and message.',
    ...objectSchema(details, { required: ['retryable'] }),
  });
  const status = { type: 'string', const: 'error' };
  components.add('schemas', 'LegacyFailure', objectSchema({ status, message, code, data }));
}

/** Returns the paths of the legacy surfaces. */
export function legacyPaths(components: Components): Record<string, Record<string, Json>> {
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of legacyRoutes) {
    const [method, path] = route.http.split(' ') as [string, string];
    paths[path] = { ...paths[path], [method.toLowerCase()]: describe(route, path, components) };
  }
  return paths;
}

function describe(route: LegacyRoute, path: string, components: Components): Json {
  const operation = operationOf(route);
  const style = route.keepsV1Contract ? { ...v1Style, tagOf } : legacyStyle;
  const described = operation
    ? withoutFixed(operationObject(operation, idOf(path), components, style), route)
    : { operationId: idOf(path), tags: [LEGACY], ...describePing(components, style.envelope) };
  const description = `Use \`${successorOf(route)}\` instead.\n\n${described['description'] as string}`;
  return { ...described, description, deprecated: true };
}

/** Returns the operation id of a path, as in `externalApiContactStore`. */
function idOf(path: string): string {
  const words = path.split(/[^a-z0-9]+/).filter((word) => word !== '' && word !== 'id');
  return words.map((word, index) => (index === 0 ? word : word[0]!.toUpperCase() + word.slice(1))).join('');
}

/** Removes the parameters that the route sets itself. */
function withoutFixed(described: Json, { fixedQuery = {} }: LegacyRoute): Json {
  const parameters = (described['parameters'] ?? []) as { name: string; in: string }[];
  const rest = parameters.filter((one) => one.in !== 'query' || !Object.hasOwn(fixedQuery, one.name));
  return rest.length < parameters.length ? { ...described, parameters: rest } : described;
}

/** Returns the schema of the `data` of v1; for a list, extended with its pagination. */
function dataOf(output: Dto, query: Operation['query'], components: Components): Json {
  const isList = query?.prototype instanceof WholeListQuery;
  if (!isList) return schemaOf(output, 'json', components);
  const { properties, required, ...list } = dtoSchema(output, 'json', components) as {
    properties: Json;
    required: string[];
  };
  return components.add('schemas', `Legacy${output.name}`, {
    ...list,
    required: isPaged(query) ? [...required, 'pagination'] : required,
    properties: { ...properties, pagination: reference('schemas', 'Pagination') },
  });
}
