import { Ping } from '../gateway';
import { failureResponses, jsonContent, successFromAnywhere, v1Envelope, type Envelope } from './answers';
import type { Components, Json } from './components';
import { commonErrors } from './operations';
import { objectSchema } from './schemas';
import { SERVICE } from './tags';

/** The routes that the gateway answers by itself, beside the table of operations. */
export function ownPaths(components: Components): Record<string, Record<string, Json>> {
  return {
    '/v1/ping': { get: { operationId: 'ping', tags: [SERVICE], ...describePing(components) } },
    '/openapi.json': { get: openApi(components) },
    '/healthz': { get: healthz },
    '/readyz': { get: readyz },
  };
}

/** Ping on any surface. */
export function describePing(components: Components, envelope: Envelope = v1Envelope) {
  return {
    summary: 'Check a credential',
    description:
      'Shows how the service sees you. It answers a valid credential from any address, so that you can find out which one ' +
      'to allow. From an address on the allowlist it counts against the rate limit of the account, from any other ' +
      'against a limit of that address. Needs no scope.',
    responses: {
      200: successFromAnywhere(Ping, components, envelope),
      ...failureResponses(commonErrors, components, envelope),
    },
  };
}

function openApi(components: Components): Json {
  return {
    operationId: 'getOpenApi',
    tags: [SERVICE],
    summary: 'Read this document',
    security: [],
    responses: {
      200: { description: 'The document.', ...jsonContent({ type: 'object' }) },
      304: { description: 'It is still what the `If-None-Match` of the request names.' },
      ...failureResponses(['rate_limit_exceeded'], components),
    },
  };
}

const healthz = {
  operationId: 'isAlive',
  tags: [SERVICE],
  summary: 'Ask whether the process runs',
  security: [],
  responses: {
    200: {
      description: 'It runs.',
      ...jsonContent(objectSchema({ alive: { type: 'boolean', const: true } })),
    },
  },
};

const readiness = jsonContent(
  objectSchema({
    ready: { type: 'boolean' },
    checks: { type: 'object', additionalProperties: { type: 'boolean' } },
  }),
);

const readyz = {
  operationId: 'isReady',
  tags: [SERVICE],
  summary: 'Ask whether the process can take requests',
  description: 'For load balancers.',
  security: [],
  responses: {
    200: { description: 'Every check holds.', ...readiness },
    503: { description: 'Send requests elsewhere. `checks` says why.', ...readiness },
  },
};
