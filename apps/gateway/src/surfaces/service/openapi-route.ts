import type { FastifyInstance } from 'fastify';
import { openApiDocument } from '@chat/contracts/openapi';
import { readMethods } from '@chat/http-edge';
import type { Admission } from '../../edge/admission';
import type { HostedLimits } from '../../rate-limit/hosted-limits';
import { StoredDocument } from '../stored-document';

/**
 * `GET /openapi.json` describes the API without authentication. Clients revalidate it after five minutes by its ETag.
 */
export function addOpenApiRoute(
  app: FastifyInstance,
  admission: Admission,
  limits: HostedLimits,
  baseUrl: string | undefined,
): void {
  const document = new StoredDocument('application/json; charset=utf-8', () =>
    JSON.stringify(openApiDocument(baseUrl)),
  );
  app.route({
    method: readMethods,
    url: '/openapi.json',
    handler: (request, reply) => {
      limits.countDocument(admission.addressOf(request));
      reply.headers({ 'cache-control': 'public, max-age=300', 'x-request-id': request.id });
      return document.send(request, reply);
    },
  });
}
