import type { ErrorCode } from '@chat/errors';
import { Empty } from '../empty';
import type { Dto } from '../fields';
import type { Operation } from '../operation';
import { failureResponses, jsonContent, successResponse } from './answers';
import type { Components, Json } from './components';
import { membersOf } from './members';
import { schemaOf } from './schemas';
import { tagOf } from './tags';

/** What any operation that wants a credential may answer. */
export const commonErrors: readonly ErrorCode[] = [
  'bad_request',
  'unauthenticated',
  'rate_limit_exceeded',
  'server_error',
  'service_unavailable',
];

/** The OpenAPI form of an operation that has a route. */
export function operationObject(operation: Operation, id: string, components: Components): Json {
  const { http, params, query, body, output, status = 200, otherStatus } = operation;
  const [method, path] = http!.split(' ') as [string, string];
  const success = successResponse(output, query, components);
  const parameters = [...parametersOf(params, 'path'), ...parametersOf(query, 'query')];
  return {
    operationId: id,
    tags: [tagOf(path)],
    summary: operation.summary,
    description: descriptionOf(operation),
    ...(parameters.length > 0 && { parameters }),
    ...(body && body !== Empty && { requestBody: requestBody(body, components) }),
    responses: {
      [status]: success,
      ...(otherStatus && { [otherStatus]: success }),
      ...failureResponses([...errorsOf(operation, method)], components),
    },
  };
}

function* errorsOf(operation: Operation, method: string): Iterable<ErrorCode> {
  yield* commonErrors;
  yield* ['ip_not_whitelisted', 'insufficient_scope', 'validation_error'] as const;
  if (operation.flag) yield 'feature_disabled';
  if (operation.params) yield 'not_found';
  // Of a request, or of the page that a list would answer with.
  if (method !== 'GET' || operation.query) yield 'payload_too_large';
  if (method !== 'GET') yield 'unsupported_media_type';
  yield* operation.errors ?? [];
}

function descriptionOf({ description, scope, explicitScope, flag }: Operation): string {
  const sentences = [
    description,
    `Needs the scope \`${scope}\`.${explicitScope ? ' The key must list it: a key without a list of scopes is refused.' : ''}`,
    flag && `Answers \`feature_disabled\` where the setting \`${flag}\` is off.`,
  ];
  return sentences.filter(Boolean).join('\n\n');
}

function parametersOf(dto: Dto | undefined, place: 'path' | 'query'): Json[] {
  if (!dto) return [];
  const members = membersOf(dto, () => {
    throw new Error(`${dto.name} goes into a ${place}, which holds no objects.`);
  });
  return members.map(({ name, schema: { description, ...schema }, isRequired }) => ({
    name,
    in: place,
    required: isRequired,
    ...(description !== undefined && { description }),
    schema: withoutNull(schema),
  }));
}

/** A text of a path or a query string is never null. */
function withoutNull(schema: Json): Json {
  const { type, enum: values } = schema as { type?: string | string[]; enum?: unknown[] };
  return {
    ...schema,
    ...(Array.isArray(type) && { type: type.find((name) => name !== 'null') }),
    ...(values && { enum: values.filter((value) => value !== null) }),
  };
}

function requestBody(body: Dto, components: Components): Json {
  const required = membersOf(body, () => ({})).some(({ isRequired }) => isRequired);
  return { required, ...jsonContent(schemaOf(body, 'sent', components)) };
}
