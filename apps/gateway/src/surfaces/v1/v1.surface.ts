import type { BlobStore } from '@chat/blob-store';
import type { BusClient } from '@chat/bus';
import type { Operation } from '@chat/contracts';
import { operations as declaredOperations } from '@chat/contracts/table';
import { acceptJsonOnly, type Surface } from '@chat/http-edge';
import { AppError } from '@chat/errors';
import type { FastifyInstance } from 'fastify';
import type { Admission } from '../../edge/admission';
import type { UploadsService } from '../../uploads/uploads.service';
import { wordFailure } from './envelope';
import { addOperationRoutes } from './operation-routes';
import { addPingRoute } from './ping-route';

const prefix = '/v1';

/** The API: the operations of the table, and ping. */
export function v1Surface(
  admission: Admission,
  bus: BusClient,
  uploads: UploadsService,
  store: BlobStore,
  operations: readonly Operation[] = declaredOperations,
): Surface {
  return {
    prefix,
    wordFailure,
    addRoutes: (app) => {
      acceptJsonOnly(app);
      acceptForms(app);
      app.decorateRequest('principal', null);
      app.decorateRequest('traceparent', null);
      app.decorateRequest('idempotencyKey', null);
      addPingRoute(app, admission);
      addOperationRoutes(app, prefix, operations, admission, bus, uploads, store);
    },
  };
}

/** A form goes to the handler as it comes, on the routes that take forms. */
function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser('multipart/form-data', ({ routeOptions }, payload, done) => {
    if (routeOptions.config.takesForms) done(null, payload);
    else done(new AppError('unsupported_media_type'), undefined);
  });
}
