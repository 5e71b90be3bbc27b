import type { Operation } from '@chat/contracts';
import { operations as declaredOperations } from '@chat/contracts/table';
import type { Surface } from '@chat/http-edge';
import type { OperationServices } from '../../edge/api-services';
import { addOperationRoute, prepareForOperations } from '../v1/operation-routes';
import { v1Manners } from '../v1/v1.surface';

const prefix = '/console/api';
const v1 = '/v1/';

/** `/console/api/X`: what `/v1/X` is to programs, for people who are signed in, and what only they have (ADR 73). */
export function consoleApiSurface(
  services: OperationServices,
  operations: readonly Operation[] = declaredOperations,
): Surface {
  return {
    prefix,
    wordFailure: v1Manners.wordFailure,
    addRoutes: (app) => {
      prepareForOperations(app);
      for (const operation of operations) {
        const [, path] = operation.http?.split(' ') ?? [];
        const own = [`${prefix}/`, v1].find((start) => path?.startsWith(start));
        if (!own) continue;
        addOperationRoute(app, { path: path!.slice(own.length - 1), operation }, v1Manners, services);
      }
    },
  };
}
