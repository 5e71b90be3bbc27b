import type { FastifyInstance } from 'fastify';
import { instruments, outcomeOf } from '@chat/telemetry';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether its responses are streams without an end, whose duration is meaningless. */
    isEndless?: boolean;
  }
}

/** The label of requests with an unknown path. */
const UNKNOWN = 'unknown';

/** Measures every request, labelled by the operation of its route. Without metrics, no hook is added. */
export function measureRequests(app: FastifyInstance, service: string): void {
  const { httpDuration, httpResponses } = instruments;
  if (!httpDuration.live) return;
  app.addHook('onResponse', ({ routeOptions }, { statusCode, elapsedTime }, done) => {
    const operation = routeOptions.config.operation ?? routeOptions.url ?? UNKNOWN;
    const hasLasted = routeOptions.config.isEndless && statusCode < 400;
    if (!hasLasted)
      httpDuration.live?.observe({ service, operation, outcome: outcomeOf(statusCode) }, elapsedTime / 1000);
    httpResponses.live?.inc({ service, status: statusCode });
    done();
  });
}
