import type { Json } from './components';
import type { OpenApiDocument } from './document';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly example?: unknown;
}

interface Described {
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly [string];
  readonly deprecated?: boolean;
  readonly security?: readonly object[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
}

interface Content {
  readonly schema: { readonly $ref: string };
  readonly examples?: Readonly<Record<string, { readonly value: object }>>;
}

interface Request {
  readonly tag: string;
  readonly rank: number;
  readonly item: Json;
}

/** What makes a record comes first in its folder, and what deletes it last. */
const RANKS = ['GET list', 'POST list', 'GET', 'PATCH', 'POST', 'DELETE'];

/** The members of example bodies that name records, and the variable with a record of the account. */
const NAMED: Readonly<Record<string, string>> = {
  chat_account_id: 'device_id',
  contact_id: 'contact_id',
  template_id: 'template_id',
};

/**
 * After each answer, keeps the ids in it as variables: those of `data` itself, of its record, or of the first record of a
 * list. The requests that follow are about these.
 */
const remember = `
(() => {
  const type = pm.response.headers.get('content-type') || '';
  const answer = (type.startsWith('application/json') && pm.response.json().data) || {};
  const keep = (name, value) => value != null && pm.collectionVariables.set(name, String(value));
  for (const [name, value] of Object.entries(answer.deleted ? {} : answer)) {
    if (/_id$/.test(name)) keep(name, value);
    const record = Array.isArray(value) ? value[0] : value;
    const singular = name.replace(/ies$/, 'y').replace(/s$/, '');
    if (record && typeof record === 'object') {
      keep(singular + '_id', record.template_id || record.id);
      if (record.number) keep(singular + '_number', record.number);
    }
  }
})();
`.trim();

/**
 * The document as a collection for Postman and the tools that read its format (v2.1). Its user enters `client_id` and
 * `client_secret` once. Optional query members are there but off, each send has a key of its own, and ids come from the
 * answers before.
 * @param baseUrl of the API, without a slash at its end.
 */
export function postmanCollection(document: OpenApiDocument, baseUrl: string): Json {
  const { title, version, description } = document['info'] as Record<string, string>;
  const variables = new Map([
    ['base_url', baseUrl],
    ['client_id', ''],
    ['client_secret', ''],
  ]);
  const requests = Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, value]) => ({ path, method: method.toUpperCase(), value })),
    )
    .map(({ path, method, value }) => ({ path, method, operation: value as unknown as Described }))
    .filter(({ operation }) => !operation.deprecated)
    .map(({ path, method, operation }) => requestOf(path, method, operation, document, variables));
  const folders = (document['tags'] as { name: string; description: string }[]).map(({ name, ...more }) => ({
    name,
    ...more,
    item: requests
      .filter(({ tag }) => tag === name)
      .sort((a, b) => a.rank - b.rank)
      .map(({ item }) => item),
  }));
  return {
    info: {
      name: title,
      version,
      description: `Enter client_id and client_secret under Variables.\n\n${description}`,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: {
      type: 'basic',
      basic: [
        { key: 'username', value: '{{client_id}}', type: 'string' },
        { key: 'password', value: '{{client_secret}}', type: 'string' },
      ],
    },
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: remember.split('\n') } }],
    variable: [...variables].map(([key, value]) => ({ key, value })),
    item: folders.filter(({ item }) => item.length > 0),
  };
}

function requestOf(
  path: string,
  method: string,
  operation: Described,
  document: OpenApiDocument,
  variables: Map<string, string>,
): Request {
  const { summary, description, tags, parameters = [], security } = operation;
  const of = (place: Parameter['in']) => parameters.filter((parameter) => parameter.in === place);
  const variableOf = ({ name, example }: Parameter): string => {
    const variable = NAMED[name] ?? variableIn(path, name);
    if (!variables.has(variable)) variables.set(variable, textOf(example));
    return `{{${variable}}}`;
  };
  const query = of('query').map((parameter) => ({
    key: parameter.name,
    value: parameter.required && parameter.name in NAMED ? variableOf(parameter) : textOf(parameter.example),
    description: parameter.description,
    disabled: !parameter.required,
  }));
  const path_ = path.replace(/\{(\w+)\}/g, ':$1');
  const on = query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${value}`);
  const body = bodyOf(operation, document);
  return {
    tag: tags[0],
    rank: RANKS.indexOf(`${method}${path.includes('{') || method === 'DELETE' ? '' : ' list'}`),
    item: {
      name: summary,
      request: {
        method,
        description,
        ...(security?.length === 0 && { auth: { type: 'noauth' } }),
        header: [
          ...(body?.['mode'] === 'raw' ? [{ key: 'Content-Type', value: 'application/json' }] : []),
          ...of('header').map(({ name, description: about }) => ({
            key: name,
            value: '{{$guid}}',
            description: about,
          })),
        ],
        url: {
          raw: `{{base_url}}${path_}${on.length > 0 ? `?${on.join('&')}` : ''}`,
          host: ['{{base_url}}'],
          path: path_.slice(1).split('/'),
          query,
          variable: of('path').map((parameter) => ({
            key: parameter.name,
            value: variableOf(parameter),
            description: parameter.description,
          })),
        },
        ...(body && { body }),
      },
    },
  };
}

function bodyOf({ requestBody }: Described, document: OpenApiDocument): Json | undefined {
  const json = requestBody?.content['application/json'];
  if (json) {
    const [example = { value: {} }] = Object.values(json.examples ?? {});
    const raw = JSON.stringify(example.value, withVariables, 2).replace(/"(\{\{\w+\}\})"/g, quoteTexts);
    return { mode: 'raw', raw, options: { raw: { language: 'json' } } };
  }
  const form = requestBody?.content['multipart/form-data'];
  if (!form) return undefined;
  const schemas = document.components['schemas'] as Record<string, { properties: Record<string, Json> }>;
  const members = Object.entries(schemas[form.schema.$ref.split('/').at(-1)!]!.properties);
  return {
    mode: 'formdata',
    formdata: members.map(([key, { format }]) =>
      format === 'binary' ? { key, type: 'file', src: [] } : { key, type: 'text', value: '', disabled: true },
    ),
  };
}

function withVariables(name: string, value: unknown): unknown {
  return name in NAMED ? `{{${NAMED[name]}}}` : value;
}

/** Ids are numbers, but for those of templates. */
function quoteTexts(quoted: string, variable: string): string {
  return variable === '{{template_id}}' ? quoted : variable;
}

/** The variable for a parameter of a path: of `/v1/contacts/{id}`, `contact_id`. */
function variableIn(path: string, parameter: string): string {
  const segments = path.split('/');
  const resource = segments[segments.indexOf(`{${parameter}}`) - 1]!;
  if (resource === 'chat-accounts') return 'device_id';
  if (resource === 'onboarding-sessions') return 'session_id';
  const singular = resource.replaceAll('-', '_').replace(/ies$/, 'y').replace(/s$/, '');
  return `${singular}_${parameter === 'number' ? 'number' : 'id'}`;
}

function textOf(example: unknown): string {
  return typeof example === 'string' || typeof example === 'number' ? String(example) : '';
}
