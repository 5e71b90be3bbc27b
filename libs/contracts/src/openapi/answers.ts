import { catalogue, type ErrorBody, type ErrorCode } from '@chat/errors';
import { aboutOf } from '../about';
import type { Dto } from '../member';
import type { Operation } from '../operation';
import { PageQuery, WholeListQuery, type Pagination } from '../pagination';
import { reference, type Components, type Json } from './components';
import { failureExample, metaExample, paginationExample } from './example-answers';
import { exampleOf } from './examples';
import { objectSchema, schemaOf } from './schemas';

const integer = { type: 'integer', format: 'int64' };
const integerOrNull = { type: ['integer', 'null'], format: 'int64' };
const text = { type: 'string' };

const requestId = {
  type: 'string',
  format: 'uuid',
  description: 'Identifies this request in every log line. Include it when you ask for help.',
};

const pagination = {
  current_page: { ...integerOrNull, description: 'Null when you page by `cursor`.' },
  per_page: integer,
  last_page: { ...integerOrNull, description: 'Null when you page by `cursor`.' },
  total: { ...integerOrNull, description: 'Exact up to 10,000. Null when you page by `cursor`.' },
  total_capped: {
    type: 'boolean',
    const: true,
    description: 'There are more records than `total` counts. Absent otherwise.',
  },
  next_cursor: {
    type: ['string', 'null'],
    description: 'Send it as `cursor` to get the next page. Null on the last page.',
  },
} satisfies Record<keyof Pagination, Json>;

export const errorBody = {
  code: { type: 'string', enum: Object.keys(catalogue), description: 'Machine-readable error code.' },
  message: { ...text, description: 'Human-readable message that says what to do next.' },
  retryable: { type: 'boolean', description: 'Whether the same request may succeed later.' },
  errors: {
    type: 'object',
    additionalProperties: { type: 'array', items: text },
    description:
      'The problems with each field, by its path: with `validation_error`, and with `not_found` and `invalid_phone` if a ' +
      'field causes them.',
  },
  reason: { ...text, description: 'A more specific code.' },
  retry_after: { ...integer, description: 'Seconds to wait before you retry.' },
  until: { ...text, format: 'date-time', description: 'When the restriction ends, if it is known.' },
  required_scope: { ...text, description: 'With `insufficient_scope`.' },
  ip: { ...text, description: 'With `ip_not_whitelisted`: the address of the caller.' },
  allowed_hosts: { type: 'array', items: text, description: 'With `return_url_not_allowed`.' },
  template_send_endpoint: { ...text, description: 'With `template_required`.' },
  provider: {
    ...objectSchema({ code: text, message: text }),
    description: 'The error from the chat network that caused this one, in its own words.',
  },
  contact_id: { ...integer, description: 'With `duplicate_contact`: the contact that has the number.' },
  message_id: { ...integer, description: 'The message that the failed request created.' },
  conversation_id: { ...integer, description: 'The conversation of that message.' },
  probes: {
    type: 'array',
    items: objectSchema({
      response_status: integerOrNull,
      error: { type: ['string', 'null'] },
      duration_ms: integer,
    }),
    description: 'With the `conflict` of enabling a webhook endpoint: how each probe ended.',
  },
} satisfies Record<keyof ErrorBody, Json>;

/** Adds the components that every document has, whatever its operations. */
export function addEnvelope(components: Components): void {
  const meta = components.add('schemas', 'Meta', objectSchema({ request_id: requestId }));
  const page = components.add(
    'schemas',
    'Pagination',
    objectSchema(pagination, { required: Object.keys(pagination).filter((name) => name !== 'total_capped') }),
  );
  const listMeta = { request_id: requestId, pagination: page };
  components.add('schemas', 'ListMeta', objectSchema(listMeta));
  components.add('schemas', 'WholeListMeta', {
    description: 'Includes `pagination` if the query asks for a page.',
    ...objectSchema(listMeta, { required: ['request_id'] }),
  });
  const error = components.add(
    'schemas',
    'Error',
    objectSchema(errorBody, { required: ['code', 'message', 'retryable'] }),
  );
  components.add('schemas', 'Failure', objectSchema({ ok: { type: 'boolean', const: false }, error, meta }));
}

const rateLimit = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];

/** The envelope in which a surface answers. */
export interface Envelope {
  /** The prefix of the names of its components. */
  readonly prefix: string;
  /** Headers of every answer on this surface. */
  readonly headers: readonly string[];
  /** @param query determines whether the answer is a list. */
  readonly success: (output: Dto, query: Operation['query'], components: Components) => Json;
  readonly successExample: (output: Dto, query: Operation['query']) => Json;
  readonly failure: (codes: readonly ErrorCode[]) => Json;
  readonly failureExample: (code: ErrorCode) => Json;
}

/** `{"ok":…,"data":…,"meta":…}` */
export const v1Envelope: Envelope = {
  prefix: '',
  headers: [],
  success: (output, query, components) =>
    objectSchema({
      ok: { type: 'boolean', const: true },
      data: schemaOf(output, 'json', components),
      meta: reference('schemas', metaOf(query)),
    }),
  successExample: (output, query) => ({
    ok: true,
    data: exampleOf(output),
    meta: { ...metaExample, ...(isPaged(query) && { pagination: paginationExample }) },
  }),
  failure: (codes) => ({
    allOf: [
      reference('schemas', 'Failure'),
      // `Failure` defines `error`; some linters require this part to allow additional properties explicitly.
      { properties: { error: { properties: { code: { enum: codes } }, additionalProperties: true } } },
    ],
  }),
  failureExample,
};

/** Returns the response of a success. */
export function successResponse(
  { output, query }: Pick<Operation, 'output' | 'query'>,
  components: Components,
  envelope: Envelope,
): Json {
  return success(output, query, rateLimit, components, envelope);
}

/**
 * Returns the response of a success for callers from any address; only those on the allowlist get rate limit headers.
 */
export function successFromAnywhere(output: Dto, components: Components, envelope: Envelope): Json {
  return success(output, undefined, [], components, envelope);
}

function success(
  output: Dto,
  query: Operation['query'],
  names: readonly string[],
  components: Components,
  envelope: Envelope,
): Json {
  // The body has a name, or code generators would call it by its route; both have the same, since some generators take a
  // component for another one of its name.
  const name = `${envelope.prefix}${output.name}Response`;
  const body = components.add('schemas', name, envelope.success(output, query, components));
  return components.add('responses', name, {
    description: aboutOf(output) ?? 'The request succeeded.',
    headers: headers(...names, ...envelope.headers),
    ...jsonContent(body, { example: envelope.successExample(output, query) }),
  });
}

/** Returns the responses of a download. */
export function downloadResponses(): Json {
  const content = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
  const answer = { headers: headers(...rateLimit), content };
  return {
    200: {
      description:
        'The file, with its own media type, its name in `Content-Disposition` and its SHA-256 as `ETag`. `HEAD` ' +
        'returns only the headers.',
      ...answer,
    },
    206: { description: 'The part of the file that the `Range` header requests.', ...answer },
    304: { description: 'Not modified: the `ETag` still matches `If-None-Match`.' },
  };
}

/** Returns the response of an operation that answers with server-sent events. */
export function streamResponse(): Json {
  return {
    description: 'Frames of `id`, `event` and `data`, until one of the two sides ends the stream.',
    headers: headers(...rateLimit),
    content: { 'text/event-stream': { schema: { type: 'string' } } },
  };
}

/** Returns the responses of failures with these codes, by status. */
export function failureResponses(
  codes: readonly ErrorCode[],
  components: Components,
  envelope: Envelope = v1Envelope,
): Json {
  const ordered = Object.keys(catalogue).filter((code) => codes.includes(code as ErrorCode)) as ErrorCode[];
  const statuses = [...new Set(ordered.map((code) => catalogue[code].status))];
  return Object.fromEntries(
    statuses.map((status) => {
      const same = ordered.filter((code) => catalogue[code].status === status);
      const name = envelope.prefix + same.join('_or_');
      return [status, components.add('responses', name, failureResponse(same, envelope))];
    }),
  );
}

/** Their answers may say what is wrong with the access token of the request. */
const challengeCodes: readonly ErrorCode[] = ['bad_request', 'unauthenticated', 'insufficient_scope'];

function failureResponse(codes: ErrorCode[], envelope: Envelope): Json {
  const wait = codes.includes('rate_limit_exceeded') ? ['Retry-After'] : [];
  const challenge = codes.some((code) => challengeCodes.includes(code)) ? ['WWW-Authenticate'] : [];
  return {
    description: codes.map((code) => `\`${code}\`: ${catalogue[code].message}`).join('\n\n'),
    headers: headers(...wait, ...challenge, ...envelope.headers),
    ...jsonContent(
      envelope.failure(codes),
      Object.fromEntries(codes.map((code) => [code, envelope.failureExample(code)])),
    ),
  };
}

/**
 * Returns the content of a JSON body.
 * @param examples by name.
 */
export function jsonContent(schema: Json, examples: Readonly<Record<string, unknown>> = {}): Json {
  return { content: { 'application/json': { schema, ...printExamples(examples) } } };
}

/** Some viewers show only named examples, so even a single example gets a name. */
function printExamples(examples: Readonly<Record<string, unknown>>): Json {
  const entries = Object.entries(examples).map(([name, value]) => [name, { value }]);
  return entries.length > 0 ? { examples: Object.fromEntries(entries) as Json } : {};
}

function headers(...names: string[]): Json {
  return Object.fromEntries(['X-Request-Id', ...names].map((name) => [name, reference('headers', name)]));
}

function metaOf(query: Operation['query']): string {
  if (isPaged(query)) return 'ListMeta';
  return query?.prototype instanceof WholeListQuery ? 'WholeListMeta' : 'Meta';
}

/** Returns whether the list is always returned in pages, whatever the query. */
export function isPaged(query: Operation['query']): boolean {
  return query?.prototype instanceof PageQuery;
}
