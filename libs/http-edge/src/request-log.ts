import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { NamedRecords } from '@chat/telemetry';
import { SampledLog } from './sampled-log';

declare module 'fastify' {
  interface FastifyRequest {
    /** The records that it concerns, and the codes of its failure, for the log and the trace. */
    named: NamedRecords | null;
    /** The names of the members that a refused request is refused for, as the client wrote them. */
    faults: readonly string[] | null;
  }
  interface FastifyContextConfig {
    /** What the route does, for the log. */
    operation?: string;
    /** False: its requests are not logged. */
    isLogged?: boolean;
  }
}

const TOO_MANY_REQUESTS = 429;

/**
 * One line per request: who, what and how long, never a path, a body or an address. For unauthenticated
 * requests, and those beyond a limit, the number of lines per minute is limited.
 * @param callerOf how the log identifies the caller; null if the request is not authenticated.
 */
export function logRequests(
  app: FastifyInstance,
  logger: Logger,
  callerOf: (request: FastifyRequest) => object | null,
): void {
  if (!logger.isLevelEnabled('info')) return;
  const sampled = new SampledLog((counts) => logger.info({ counts }, 'requests without a line, by status'));
  app.addHook('onResponse', (request, reply, done) => {
    if (request.routeOptions.config.isLogged === false) return done();
    const caller = callerOf(request);
    const write = () => logger.info(lineOf(request, reply, caller), 'request');
    if (caller && reply.statusCode !== TOO_MANY_REQUESTS) write();
    else sampled.write(String(reply.statusCode), write);
    done();
  });
  app.addHook('onClose', () => sampled.flush());
}

function lineOf(request: FastifyRequest, reply: FastifyReply, caller: object | null): object {
  return {
    requestId: request.id,
    operation: request.routeOptions.config.operation,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
    ...caller,
    ...request.named,
  };
}
