import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPublic } from '../operation';
import { scopeSentences } from '../scopes';
import { eventTypes, operationNames } from '../table';
import { webhookTest } from '../webhooks';
import { addEnvelope } from './answers';
import { Components, sorted, type Json } from './components';
import { introduction } from './introduction';
import { addLegacyEnvelope, legacyPaths } from './legacy';
import { operationObject } from './operations';
import { ownPaths } from './own-routes';
import { tagsWithGuides } from './tags';
import { addWebhookEvent, webhookHeaders, webhookObject } from './webhooks';

/** The version of the build, so that a client can tell which one it was generated from. */
const { version } = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8')) as {
  version: string;
};

/**
 * The OpenAPI 3.1 document of the public API, built from the table of operations, the DTO classes and the error
 * catalogue.
 */
export interface OpenApiDocument extends Json {
  paths: Record<string, Record<string, Json>>;
  components: Record<string, Json>;
}

/** @param serverUrl the URL of the API; by default relative to the document's own address. */
export function openApiDocument(serverUrl = '/'): OpenApiDocument {
  const components = new Components();
  addEnvelope(components);
  addLegacyEnvelope(components);
  addWebhookEvent(components);
  const paths = allPaths(components);
  const webhooks = allWebhooks(components);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Chat API',
      version,
      description: introduction,
      contact: { name: 'The operator of this installation' },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: serverUrl }],
    security: [
      { basic: [] },
      { clientId: [], clientSecret: [] },
      { apiKey: [], apiSecret: [] },
      { oauth: [] },
    ],
    tags: tagsWithGuides(serverUrl.replace(/\/$/, '')),
    paths,
    webhooks,
    components: {
      securitySchemes: { ...securitySchemes, oauth: oauthScheme(serverUrl) },
      headers,
      parameters: webhookHeaders,
      ...components.print(),
    },
  };
}

function allPaths(components: Components): Record<string, Record<string, Json>> {
  const paths = { ...ownPaths(components), ...legacyPaths(components) };
  for (const [operation, name] of operationNames) {
    if (!isPublic(operation)) continue;
    const [method, path] = operation.http!.split(' ') as [string, string];
    paths[path] = sorted({
      ...paths[path],
      [method.toLowerCase()]: operationObject(operation, name, components),
    });
  }
  return sorted(paths);
}

function allWebhooks(components: Components): Record<string, Json> {
  const outgoing = [...eventTypes.filter(({ webhook }) => webhook), webhookTest];
  return sorted(Object.fromEntries(outgoing.map((type) => [type.type, webhookObject(type, components)])));
}

// Tools that send one scheme only take the first.
const securitySchemes = {
  basic: {
    type: 'http',
    scheme: 'basic',
    description:
      'An API key, with `client-id` as the user name and `client-secret` as the password. Not from pages of other sites.',
  },
  clientId: headerKey('client-id', 'The public part of an API key, `ck_…`.'),
  clientSecret: headerKey(
    'client-secret',
    'The secret part of the same key, `cs_…`. Keep it on your servers.',
  ),
  apiKey: headerKey('X-Api-Key', 'Alias of `client-id`.'),
  apiSecret: headerKey('X-Api-Secret', 'Alias of `client-secret`.'),
};

function oauthScheme(serverUrl: string): Json {
  const base = serverUrl.replace(/\/$/, '');
  return {
    type: 'oauth2',
    description: "An access token for a user's account, sent as `Authorization: Bearer …`. PKCE with S256.",
    flows: {
      authorizationCode: {
        authorizationUrl: `${base}/oauth/authorize`,
        tokenUrl: `${base}/oauth/token`,
        refreshUrl: `${base}/oauth/token`,
        scopes: scopeSentences,
      },
    },
  };
}

function headerKey(name: string, description: string): Json {
  return { type: 'apiKey', in: 'header', name, description };
}

const headers = {
  'X-Request-Id': {
    required: true,
    description: 'Same as `meta.request_id`. If the request has a UUID in this header, that UUID is used.',
    schema: { type: 'string', format: 'uuid' },
  },
  'RateLimit-Limit': wholeNumber('Requests that the account may send in any minute.'),
  'RateLimit-Remaining': wholeNumber('Requests left now.'),
  'RateLimit-Reset': wholeNumber('Seconds until one more request is available.'),
  'Retry-After': wholeNumber('Seconds to wait before you retry.'),
  'WWW-Authenticate': {
    description:
      'As in RFC 6750. What is wrong with the access token of the request: `Bearer error="invalid_token"`, ' +
      '`Bearer error="invalid_request"` if it came with another credential, or `Bearer error="insufficient_scope", ' +
      'scope="…"` with a scope that would be enough. A 401 to a request without a token has `Bearer` alone; other ' +
      'answers to such requests have no such header.',
    schema: { type: 'string' },
  },
  Link: {
    description:
      'The v1 route that replaces this one, for example `</v1/contacts>; rel="successor-version"`. Absent if the ' +
      'path cannot be parsed.',
    schema: { type: 'string' },
  },
};

function wholeNumber(description: string): Json {
  return { required: true, description, schema: { type: 'integer', minimum: 0 } };
}
