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
    '/healthz': { get: healthz(components) },
    '/readyz': { get: readyz(components) },
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
    description: 'In OpenAPI 3.1. Answers an `ETag`, so that you can ask whether it changed.',
    security: [],
    responses: {
      200: { description: 'The document.', ...jsonContent({ type: 'object', additionalProperties: true }) },
      304: { description: 'It is still what the `If-None-Match` of the request names.' },
      ...refusals(components),
    },
  };
}

function healthz(components: Components): Json {
  return {
    operationId: 'isAlive',
    tags: [SERVICE],
    summary: 'Ask whether the process runs',
    description: 'For supervisors. A process that does not answer is to be restarted.',
    security: [],
    responses: {
      200: {
        description: 'It runs.',
        ...jsonContent(objectSchema({ alive: { type: 'boolean', const: true } }), {
          example: { alive: true },
        }),
      },
      ...refusals(components),
    },
  };
}

function readyz(components: Components): Json {
  return {
    operationId: 'isReady',
    tags: [SERVICE],
    summary: 'Ask whether the process can take requests',
    description: 'For load balancers.',
    security: [],
    responses: {
      200: { description: 'Every check holds.', ...readiness(true) },
      503: { description: 'Send requests elsewhere. `checks` says why.', ...readiness(false) },
      ...refusals(components),
    },
  };
}

function readiness(ready: boolean): Json {
  const schema = objectSchema({
    ready: { type: 'boolean' },
    checks: { type: 'object', additionalProperties: { type: 'boolean' } },
  });
  return jsonContent(schema, { example: { ready, checks: { bus: true, database: ready } } });
}

/** What every address may get that opens more connections than it may have, or sends a request that nobody can read. */
function refusals(components: Components): Json {
  return failureResponses(
    ['bad_request', 'payload_too_large', 'unsupported_media_type', 'rate_limit_exceeded'],
    components,
  );
}
