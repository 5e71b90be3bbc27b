import { Ping } from '../gateway';
import { failureResponses, jsonContent, successFromAnywhere, v1Envelope, type Envelope } from './answers';
import type { Components, Json } from './components';
import { commonErrors } from './operations';
import { objectSchema } from './schemas';
import { SERVICE } from './tags';

/** Returns the routes that the gateway answers itself, which are not in the table of operations. */
export function ownPaths(components: Components): Record<string, Record<string, Json>> {
  return {
    '/v1/ping': { get: { operationId: 'ping', tags: [SERVICE], ...describePing(components) } },
    '/openapi.json': { get: openApi(components) },
    '/healthz': { get: healthz(components) },
    '/readyz': { get: readyz(components) },
  };
}

/** Describes ping on any surface. */
export function describePing(components: Components, envelope: Envelope = v1Envelope) {
  return {
    summary: 'Check a credential',
    description:
      'Shows how the service sees you. It accepts a valid credential from any address, so you can find out which ' +
      'address to allow. Requests from an address on the allowlist count toward the rate limit of the account, ' +
      'others toward a limit for that address. Needs no scope.',
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
    summary: 'Get this document',
    description:
      'In OpenAPI 3.1. The response has an `ETag`, so you can check whether the document has changed.',
    security: [],
    responses: {
      200: { description: 'The document.', ...jsonContent({ type: 'object', additionalProperties: true }) },
      304: { description: 'Not modified: the `ETag` still matches `If-None-Match`.' },
      ...refusals(components),
    },
  };
}

function healthz(components: Components): Json {
  return {
    operationId: 'isAlive',
    tags: [SERVICE],
    summary: 'Check whether the process is running',
    description: 'For supervisors. Restart a process that does not respond.',
    security: [],
    responses: {
      200: {
        description: 'The process is running.',
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
    summary: 'Check whether the process can take requests',
    description: 'For load balancers.',
    security: [],
    responses: {
      200: { description: 'Every check passes.', ...readiness(true) },
      503: { description: 'Send requests elsewhere. `checks` shows why.', ...readiness(false) },
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

/** Returns the errors for an address with too many connections or an unreadable request. */
function refusals(components: Components): Json {
  return failureResponses(
    ['bad_request', 'payload_too_large', 'unsupported_media_type', 'rate_limit_exceeded'],
    components,
  );
}
