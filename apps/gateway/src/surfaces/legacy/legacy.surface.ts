import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  legacyPrefixes,
  legacyRoutes,
  operationOf,
  successorOf,
  type LegacyRoute,
} from '@chat/contracts/legacy';
import type { Surface } from '@chat/http-edge';
import type { ApiServices } from '../../edge/api-services';
import type { PublicUrl } from '../../public-url/public-url';
import { addOperationRoute, prepareForOperations, type ApiFormat } from '../v1/operation-routes';
import { addPingRoute } from '../v1/ping-route';
import { v1Format } from '../v1/v1.surface';
import { sendLegacyReply, formatLegacyFailure } from './legacy-envelope';

/** Older clients send undeclared members; these have always been ignored. */
const legacyFormat: ApiFormat = {
  unknownMembers: 'dropped',
  sendReply: sendLegacyReply,
  formatFailure: formatLegacyFailure,
};

/** `/external-api` and `/device-api/v1`: other paths and another envelope for v1 operations (ADR 32). */
export function legacySurfaces(
  services: ApiServices,
  publicUrl: PublicUrl,
  routes: readonly LegacyRoute[] = legacyRoutes,
): Surface[] {
  const surface = (prefix: string, own: readonly LegacyRoute[], format: ApiFormat): Surface => ({
    prefix,
    formatFailure: format.formatFailure,
    addRoutes: (app) => {
      prepareForOperations(app);
      for (const route of own) addLegacyRoute(app, prefix, route, format, services, publicUrl);
    },
  });
  const [newer, older] = [routes.filter(keepsV1Contract), routes.filter((route) => !keepsV1Contract(route))];
  return [
    ...legacyPrefixes.map((prefix) => {
      const own = older.filter(({ http }) => pathOf(http).startsWith(`${prefix}/`));
      return surface(prefix, own, legacyFormat);
    }),
    // Each is a surface of its own, since the format of failures belongs to a surface.
    ...newer.map((route) => surface(pathOf(route.http).replace(/\/\{.*$/, ''), [route], v1Format)),
  ];
}

/** Adds a route in an encapsulated instance whose every response links to its successor. */
function addLegacyRoute(
  app: FastifyInstance,
  prefix: string,
  route: LegacyRoute,
  format: ApiFormat,
  services: ApiServices,
  publicUrl: PublicUrl,
): void {
  const path = pathOf(route.http).slice(prefix.length);
  const operation = operationOf(route);
  const successor = publicUrl.path + pathOf(successorOf(route));
  void app.register((own, _, done) => {
    own.addHook('onRequest', (request, reply, next) => {
      void reply.header('link', `<${fill(successor, request)}>; rel="successor-version"`);
      next();
    });
    if (!operation) addPingRoute(own, path, services.admission, format);
    else addOperationRoute(own, { path, operation, fixedQuery: route.fixedQuery }, format, services);
    done();
  });
}

function keepsV1Contract(route: LegacyRoute): boolean {
  return route.keepsV1Contract === true;
}

function pathOf(http: string): string {
  return http.split(' ')[1]!;
}

/** The path with the request's parameters filled in, whatever they contain. */
function fill(template: string, { params }: FastifyRequest): string {
  const values = params as Record<string, string>;
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name]!));
}
