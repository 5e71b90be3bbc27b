import { Ping } from '../gateway';
import { failureResponses, jsonContent, successResponse } from './answers';
import type { Components, Json } from './components';
import { commonErrors } from './operations';
import { objectSchema } from './schemas';
import { SERVICE } from './tags';

/** The routes that the gateway answers by itself, beside the table of operations. */
export function ownPaths(components: Components): Record<string, Record<string, Json>> {
  return {
    '/v1/ping': { get: ping(components) },
    '/openapi.json': { get: openApi },
    '/healthz': { get: healthz },
    '/readyz': { get: readyz },
  };
}

function ping(components: Components): Json {
  return {
    operationId: 'ping',
    tags: [SERVICE],
    summary: 'Check a credential',
    description:
      'Tells how the service sees you. It answers a valid key from any address, so that you can find out ' +
      'which one to allow. Needs no scope.',
    responses: {
      200: successResponse(Ping, undefined, components),
      ...failureResponses(commonErrors, components),
    },
  };
}

const openApi = {
  operationId: 'getOpenApi',
  tags: [SERVICE],
  summary: 'Read this document',
  security: [],
  responses: {
    200: { description: 'The document.', ...jsonContent({ type: 'object' }) },
    304: { description: 'It is still what the `If-None-Match` of the request names.' },
  },
};

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
    503: { description: 'Send requests elsewhere. `checks` tells why.', ...readiness },
  },
};
