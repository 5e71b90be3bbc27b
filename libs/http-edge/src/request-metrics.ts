import type { FastifyInstance } from 'fastify';
import { instruments, outcomeOf } from '@chat/telemetry';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether its answers last until somebody ends them, so that their duration says nothing. */
    isEndless?: boolean;
  }
}

/** Requests whose path is none of ours. */
const UNKNOWN = 'unknown';

/** Measures every request by what its route does; without metrics there is not even a hook. */
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
