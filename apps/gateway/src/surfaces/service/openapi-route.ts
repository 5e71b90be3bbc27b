import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from '@chat/contracts/openapi';
import { readMethods } from '@chat/http-edge';
import type { Admission } from '../../edge/admission';

/**
 * `GET /openapi.json` describes the API without authentication. Clients revalidate it after five minutes by its ETag.
 */
export function addOpenApiRoute(
  app: FastifyInstance,
  admission: Admission,
  baseUrl: string | undefined,
): void {
  const document = Buffer.from(JSON.stringify(openApiDocument(baseUrl?.replace(/\/$/, ''))));
  const etag = `"${createHash('sha256').update(document).digest('base64url')}"`;
  app.route({
    method: readMethods,
    url: '/openapi.json',
    handler: (request, reply) => {
      admission.admitStranger(request);
      reply.headers({ etag, 'cache-control': 'public, max-age=300', 'x-request-id': request.id });
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
      return reply.type('application/json; charset=utf-8').send(document);
    },
  });
}
