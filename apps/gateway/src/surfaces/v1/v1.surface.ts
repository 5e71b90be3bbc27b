import type { Operation } from '@chat/contracts';
import { operations as declaredOperations } from '@chat/contracts/table';
import type { Surface } from '@chat/http-edge';
import type { ApiServices } from '../../edge/api-services';
import { sendReply, formatFailure } from './envelope';
import { addOperationRoute, prepareForOperations, type ApiFormat } from './operation-routes';
import { addPingRoute } from './ping-route';

const prefix = '/v1';

/** v1 is strict with clients, so that misspelt members are detected. */
export const v1Format: ApiFormat = { unknownMembers: 'refused', sendReply, formatFailure };

/** The API: all operations of the table, and ping. */
export function v1Surface(
  services: ApiServices,
  operations: readonly Operation[] = declaredOperations,
): Surface {
  return {
    prefix,
    formatFailure,
    addRoutes: (app) => {
      prepareForOperations(app);
      addPingRoute(app, '/ping', services.admission, v1Format);
      for (const operation of operations) {
        const [, path] = operation.http?.split(' ') ?? [];
        if (!path?.startsWith(`${prefix}/`)) continue;
        addOperationRoute(app, { path: path.slice(prefix.length), operation }, v1Format, services);
      }
    },
  };
}
