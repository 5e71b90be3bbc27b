import type { FastifyInstance } from 'fastify';
import { readMethods } from '@chat/http-edge';
import { checkReadiness, type ReadinessChecks } from '@chat/service-kit';

/** `GET /healthz` and `GET /readyz` for load balancers, without the envelope. */
export function addHealthRoutes(app: FastifyInstance, checks: ReadinessChecks): void {
  const probe = { method: readMethods, config: { isLogged: false } };
  app.route({ ...probe, url: '/healthz', handler: () => ({ alive: true }) });
  app.route({
    ...probe,
    url: '/readyz',
    handler: async (_, reply) => {
      const readiness = await checkReadiness(checks);
      return reply.code(readiness.ready ? 200 : 503).send(readiness);
    },
  });
}
