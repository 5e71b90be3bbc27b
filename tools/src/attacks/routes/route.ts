import type { Operation } from '@chat/contracts';
import { openApiDocument } from '@chat/contracts/openapi';
import { operations } from '@chat/contracts/table';

/** One route of the API, as the document has it. */
export interface Route {
  /** As in `PATCH /v1/contacts/{id}`. */
  readonly http: string;
  readonly method: string;
  readonly path: string;
  /** Null for the routes that the gateway answers by itself. */
  readonly operation: Operation | null;
  /** Whether anybody may call it, without a credential. */
  readonly isPublic: boolean;
}

/** Every route that the document describes. */
export function listRoutes(): Route[] {
  const byRoute = new Map(operations.map((operation) => [operation.http as string, operation]));
  return Object.entries(openApiDocument().paths).flatMap(([path, item]) =>
    Object.entries(item).map(([verb, { security }]) => {
      const method = verb.toUpperCase();
      const http = `${method} ${path}`;
      return {
        http,
        method,
        path,
        operation: byRoute.get(http) ?? null,
        isPublic: Array.isArray(security) && security.length === 0,
      };
    }),
  );
}

/** The routes that want a credential. */
export function closedRoutes(routes: readonly Route[]): Route[] {
  return routes.filter(({ isPublic }) => !isPublic);
}

/** The names of the parameters in a path, each with the path up to it. */
export function paramsOf(path: string): { name: string; upTo: string }[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => ({
    name: match[1]!,
    upTo: path.slice(0, match.index + match[0].length),
  }));
}
