import type { Operation } from '@chat/contracts';
import { legacyRoutes, operationOf, successorOf, type LegacyRoute } from '@chat/contracts/legacy';
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
  /** The route of v1 that a legacy route leads to, and of any other route itself: what is known of it holds for both. */
  readonly successor: string;
  /** Whether it answers in the legacy envelope, and ignores members that it does not know. */
  readonly isLegacy: boolean;
  /** The members of the query that the route sets itself, whatever is sent. */
  readonly fixedQuery: Readonly<Record<string, string>>;
  /** Whether anybody may call it, without a credential. */
  readonly isPublic: boolean;
}

/** Every route that the document describes. */
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
