import type { FastifyInstance } from 'fastify';
import { checkReadiness, type ReadinessChecks } from '@chat/service-kit';

/** `GET /healthz` and `GET /readyz` for load balancers, without the envelope. */
export function addHealthRoutes(app: FastifyInstance, checks: ReadinessChecks): void {
  const probe = { config: { isLogged: false } };
  app.get('/healthz', probe, () => ({ alive: true }));
  app.get('/readyz', probe, async (_, reply) => {
    const readiness = await checkReadiness(checks);
    return reply.code(readiness.ready ? 200 : 503).send(readiness);
  });
}
