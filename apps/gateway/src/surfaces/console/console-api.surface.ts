import type { Operation } from '@chat/contracts';
import { operations as declaredOperations } from '@chat/contracts/table';
import type { Surface } from '@chat/http-edge';
import { addOperationRoute, prepareForOperations } from '../v1/operation-routes';
import { v1Format } from '../v1/v1.surface';
import type { ConsoleServices } from './console-services';
import { addPersonExportRoute } from './person-export-route';

const prefix = '/console/api';
const v1 = '/v1/';

/** `/console/api/X`: what `/v1/X` is to programs, for people who are signed in, and what only they have (ADR 73). */
export function consoleApiSurface(
  services: ConsoleServices,
  operations: readonly Operation[] = declaredOperations,
): Surface {
  return {
    prefix,
    formatFailure: v1Format.formatFailure,
    addRoutes: (app) => {
      prepareForOperations(app);
      for (const [route, operation] of routesOf(operations)) {
        const path = route.split(' ')[1]!;
        if (operation.stream === 'file') addPersonExportRoute(app, { path, operation }, services);
        else addOperationRoute(app, { path, operation }, v1Format, services);
      }
    },
  };
}

/** Returns each operation by its method and path below the prefix. What only people have takes the place of what programs have. */
function routesOf(operations: readonly Operation[]): Map<string, Operation> {
  const below = (start: string) =>
    operations
      .filter(({ http }) => http?.split(' ')[1]!.startsWith(start))
      .map((operation): [string, Operation] => [operation.http!.replace(start, '/'), operation]);
  return new Map([...below(v1), ...below(`${prefix}/`)]);
}
