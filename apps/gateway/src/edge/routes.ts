import type { FastifyInstance } from 'fastify';
import type { BusClient } from '@chat/bus';
import { operations } from '@chat/contracts/table';
import type { ReadinessChecks } from '@chat/service-kit';
import type { Admission } from './admission';
import { addOperationRoutes } from './operation-routes';
import { addHealthRoutes, addOpenApiRoute, addPingRoute } from './own-routes';

/** Everything that the gateway answers: the operations of the table, and what it knows by itself. */
export function addRoutes(
  app: FastifyInstance,
  needs: { admission: Admission; bus: BusClient; checks: ReadinessChecks; baseUrl: string | undefined },
): void {
  addHealthRoutes(app, needs.checks);
  addOpenApiRoute(app, needs.baseUrl);
  addPingRoute(app, needs.admission);
  addOperationRoutes(app, operations, needs.admission, needs.bus);
}
