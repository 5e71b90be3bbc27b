import type { ErrorCode } from '@chat/errors';
import { Empty } from '../empty';
import { isRequired, membersOf, type Dto } from '../member';
import type { Operation } from '../operation';
import { scopesOf } from '../scopes';
import { sizeInWords, uploadLimits } from '../upload';
import {
  downloadResponses,
  failureResponses,
  jsonContent,
  streamResponse,
  successResponse,
  v1Envelope,
  type Envelope,
} from './answers';
import type { Components, Json } from './components';
import { exampleOf, memberExample } from './examples';
import { memberSchema, schemaOf, type Shape } from './schemas';
import { tagOf } from './tags';

/**
 * The errors of every operation that requires a credential; each validates its query and its body, whatever the method.
 */
export const commonErrors: readonly ErrorCode[] = [
  'bad_request',
  'unauthenticated',
  // A suspended account.
  'feature_disabled',
  'payload_too_large',
  'unsupported_media_type',
  'validation_error',
  'rate_limit_exceeded',
  'server_error',
  'service_unavailable',
];

/** How the document describes the surface of a route. */
export interface SurfaceStyle {
  readonly tagOf: (path: string) => string;
  readonly envelope: Envelope;
  /** How JSON bodies and forms are read. */
  readonly json: Shape;
  readonly form: Shape;
}

export const v1Style: SurfaceStyle = { tagOf, envelope: v1Envelope, json: 'json', form: 'form' };

/** Returns the OpenAPI operation object of an operation with a public route. */
export function operationObject(
  operation: Operation,
  id: string,
  components: Components,
  style: SurfaceStyle = v1Style,
): Json {
  const { http, params, query, body } = operation;
  const [, path] = http!.split(' ') as [string, string];
  const parameters = [
    ...parametersOf(params, 'path'),
    ...parametersOf(query, 'query'),
    ...(operation.idempotency ? [idempotencyKey(operation.idempotency)] : []),
  ];
  return {
    operationId: id,
    tags: [style.tagOf(path)],
    summary: operation.summary,
    description: descriptionOf(operation),
    ...(parameters.length > 0 && { parameters }),
    ...(body && body !== Empty && { requestBody: requestBody(operation, body, components, style) }),
    responses: {
      ...successesOf(operation, components, style),
      ...failureResponses([...errorsOf(operation)], components, style.envelope),
    },
  };
}

function successesOf(operation: Operation, components: Components, { envelope }: SurfaceStyle): Json {
  const { status = 200, otherStatus, download, stream } = operation;
  if (download) return downloadResponses();
  if (stream) return { 200: streamResponse() };
  const success = successResponse(operation, components, envelope);
  return { [status]: success, ...(otherStatus && { [otherStatus]: success }) };
}

function* errorsOf(operation: Operation): Iterable<ErrorCode> {
  yield* commonErrors;
  yield 'ip_not_whitelisted';
  if (operation.scope) yield 'insufficient_scope';
  if (operation.idempotency === 'required') yield 'idempotency_key_required';
  if (operation.idempotency) yield* ['idempotency_conflict', 'idempotency_in_flight'] as const;
  if (operation.params) yield 'not_found';
  yield* operation.errors ?? [];
}

function descriptionOf({ description, scope, explicitScope, flags, upload }: Operation): string {
  const scopes = scopesOf(scope).map((name) => `\`${name}\``);
  const explicit = ' The key must list it explicitly: a key without a list of scopes is rejected.';
  const sentences = [
    description,
    scopes.length > 0
      ? `Needs the scope ${scopes.join(' or ')}.${explicitScope ? explicit : ''}`
      : 'Needs no scope.',
    ...(flags ?? []).map(
      ({ name, default: standard }) =>
        `Returns \`feature_disabled\` if the setting \`${name}\` is off${standard === 'off' ? ', which is the default' : ''}.`,
    ),
    upload && `Send files as parts of a form: ${filesOf(upload)}.`,
  ];
  return sentences.filter(Boolean).join('\n\n');
}

function filesOf(upload: NonNullable<Operation['upload']>): string {
  return Object.entries(upload)
    .map(([member, limit]) => `\`${member}\` of at most ${sizeInWords(uploadLimits[limit])}`)
    .join(', ');
}

function parametersOf(dto: Dto | undefined, place: 'path' | 'query'): Json[] {
  if (!dto) return [];
  const refuse = () => {
    throw new Error(`${dto.name} goes into a ${place}, which holds no objects.`);
  };
  return [...membersOf(dto).values()].map((member) => {
    const { description, ...schema } = memberSchema(member, refuse);
    const example = memberExample(member);
    return {
      name: member.name,
      in: place,
      required: isRequired(member),
      ...(description !== undefined && { description }),
      schema: withoutNull(schema),
      ...(example !== undefined && { example }),
    };
  });
}

function idempotencyKey(need: 'required' | 'optional'): Json {
  return {
    name: 'Idempotency-Key',
    in: 'header',
    required: need === 'required',
    description:
      'Identifies this operation. A retry with the same key and the same content returns the first response ' +
      'again, with the header `Idempotent-Replayed: true`, and does nothing else.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
    example: 'order-1042-shipped',
  };
}

/** Path and query parameters are texts and cannot be null. */
function withoutNull(schema: Json): Json {
  const { type, enum: values } = schema as { type?: string | string[]; enum?: unknown[] };
  return {
    ...schema,
    ...(Array.isArray(type) && { type: type.find((name) => name !== 'null') }),
    ...(values && { enum: values.filter((value) => value !== null) }),
  };
}

function requestBody(
  { upload, examples, bodyIsOptional }: Operation,
  body: Dto,
  components: Components,
  style: SurfaceStyle,
): Json {
  // Also where each member may be absent: a message has no required member, but needs some content.
  const required = !bodyIsOptional;
  const form = upload && { 'multipart/form-data': { schema: schemaOf(body, style.form, components) } };
  if (needsFile(body)) return { required, content: { ...form } };
  const json = jsonContent(schemaOf(body, style.json, components), examples ?? { example: exampleOf(body) });
  if (!form) return { required, ...json };
  return { required, content: { ...(json['content'] as Json), ...form } };
}

/** Whether a body can only be sent as a form. */
export function needsFile(body: Dto): boolean {
  return [...membersOf(body).values()].some((member) => isRequired(member) && member.kind.isFile);
}
