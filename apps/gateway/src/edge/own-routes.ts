import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Ping } from '@chat/contracts/gateway';
import { openApiDocument } from '@chat/contracts/openapi';
import { checkReadiness, type ReadinessChecks } from '@chat/service-kit';
import { addressText, isAllowed } from '../credentials/address.rules';
import type { Admission } from './admission';
import { sendData } from './envelope';

/** `GET /v1/ping` tells any valid key how the gateway sees it, so it answers from any address and needs no scope. */
export function addPingRoute(app: FastifyInstance, admission: Admission): void {
  app.route({
    method: 'GET',
    url: '/v1/ping',
    config: { subject: 'ping' },
    onRequest: async (request, reply) => {
      request.key = await admission.admitFromAnywhere(request, reply);
    },
    handler: (request, reply) => {
      const address = admission.addressOf(request);
      const ping: Ping = {
        ip: addressText(address),
        allowlisted: isAllowed(address, request.key!.allowlist),
        credential_type: 'api_key',
      };
      return sendData(reply, ping);
    },
  });
}

/** `GET /healthz` and `GET /readyz` for load balancers, without the envelope. */
export function addHealthRoutes(app: FastifyInstance, checks: ReadinessChecks): void {
  app.get('/healthz', () => ({ alive: true }));
  app.get('/readyz', async (_, reply) => {
    const readiness = await checkReadiness(checks);
    return reply.code(readiness.ready ? 200 : 503).send(readiness);
  });
}

/** `GET /openapi.json` tells anybody what the API is; clients ask again after five minutes, by its ETag. */
export function addOpenApiRoute(app: FastifyInstance, baseUrl: string | undefined): void {
  const document = Buffer.from(JSON.stringify(openApiDocument(baseUrl?.replace(/\/$/, ''))));
  const etag = `"${createHash('sha256').update(document).digest('base64url')}"`;
  app.get('/openapi.json', (request, reply) => {
    reply.headers({ etag, 'cache-control': 'public, max-age=300', 'x-request-id': request.id });
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(document);
  });
}
