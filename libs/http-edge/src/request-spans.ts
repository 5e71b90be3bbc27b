import type { FastifyInstance } from 'fastify';
import { attributesOf, isTracing, startTrace, type Span } from '@chat/telemetry';
import { readTraceparent } from './trace-context.rules';

declare module 'fastify' {
  interface FastifyRequest {
    /** The beginning of its trace; null when the trace is not sampled. */
    span: Span | null;
  }
}

const UNKNOWN = 'unknown';

/** Starts a trace for each sampled request. Without a collector, no hook is added. */
export function traceRequests(app: FastifyInstance, service: string): void {
  app.decorateRequest('span', null);
  if (!isTracing()) return;
  app.addHook('onRequest', (request, _, done) => {
    const { method, routeOptions, headers } = request;
    if (routeOptions.config.isLogged !== false) {
      const route = routeOptions.url ?? UNKNOWN;
      const link = readTraceparent(headers.traceparent);
      request.span = startTrace(service, `${method} ${route}`, 'server', link);
      request.span?.set({ 'http.request.method': method, 'http.route': route });
    }
    done();
  });
  app.addHook('onResponse', ({ span, named }, { statusCode }, done) => {
    span?.set({ 'http.response.status_code': statusCode, ...attributesOf(named ?? {}) });
    span?.end(statusCode >= 500 ? String(statusCode) : undefined);
    done();
  });
}
