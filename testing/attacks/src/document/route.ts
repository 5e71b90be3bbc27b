import type { Operation } from '@chat/contracts';
import { legacyRoutes, operationOf, successorOf, type LegacyRoute } from '@chat/contracts/legacy';
import { openApiDocument } from '@chat/contracts/openapi';
import { operations } from '@chat/contracts/table';

/** One route of the API, as documented. */
export interface Route {
  /** Such as `PATCH /v1/contacts/{id}`. */
  readonly http: string;
  readonly method: string;
  readonly path: string;
  /** Null for routes that the gateway answers itself. */
  readonly operation: Operation | null;
  /** The v1 route behind a legacy route, and otherwise the route itself: examples are defined for both by it. */
  readonly successor: string;
  /** Whether it answers in the legacy envelope, and ignores unknown members. */
  readonly isLegacy: boolean;
  /** The query members that the route sets itself, whatever is sent. */
  readonly fixedQuery: Readonly<Record<string, string>>;
  /** Whether it needs no credential. */
  readonly isPublic: boolean;
}

/** Lists every documented route. */
export function listRoutes(): Route[] {
  const byRoute = new Map<string, Operation | null>([
    ...operations.map((operation) => [operation.http as string, operation] as const),
    ...legacyRoutes.map((route) => [route.http, operationOf(route)] as const),
  ]);
  const legacy = new Map<string, LegacyRoute>(legacyRoutes.map((route) => [route.http, route]));
  return Object.entries(openApiDocument().paths).flatMap(([path, item]) =>
    Object.entries(item).map(([verb, { security }]) => {
      const method = verb.toUpperCase();
      const http = `${method} ${path}`;
      const route = legacy.get(http);
      return {
        http,
        method,
        path,
        operation: byRoute.get(http) ?? null,
        successor: route ? successorOf(route) : http,
        isLegacy: route !== undefined && !route.keepsV1Contract,
        fixedQuery: route?.fixedQuery ?? {},
        isPublic: Array.isArray(security) && security.length === 0,
      };
    }),
  );
}

/** The routes that require a credential. */
export function closedRoutes(routes: readonly Route[]): Route[] {
  return routes.filter(({ isPublic }) => !isPublic);
}

/** The names of the parameters in a path, each with the path before it. */
export function paramsOf(path: string): { name: string; upTo: string }[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => ({
    name: match[1]!,
    upTo: path.slice(0, match.index + match[0].length),
  }));
}
