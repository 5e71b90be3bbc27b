import type { BusClient } from '@chat/bus';
import type { Operation } from '@chat/contracts';
import { operations as declaredOperations } from '@chat/contracts/table';
import { acceptJsonOnly, type Surface } from '@chat/http-edge';
import type { Admission } from '../../edge/admission';
import { wordFailure } from './envelope';
import { addOperationRoutes } from './operation-routes';
import { addPingRoute } from './ping-route';

const prefix = '/v1';

/** The API: the operations of the table, and ping. */
export function v1Surface(
  admission: Admission,
  bus: BusClient,
  operations: readonly Operation[] = declaredOperations,
): Surface {
  return {
    prefix,
    wordFailure,
    addRoutes: (app) => {
      acceptJsonOnly(app);
      app.decorateRequest('principal', null);
      app.decorateRequest('traceparent', null);
      app.decorateRequest('idempotencyKey', null);
      addPingRoute(app, admission);
      addOperationRoutes(app, prefix, operations, admission, bus);
    },
  };
}
