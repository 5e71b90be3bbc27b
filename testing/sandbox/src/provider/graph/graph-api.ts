import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import type { Logger } from '@chat/service-kit';
import { DEFAULT_CODE } from '../../faults/fault';
import type { FaultBook } from '../../faults/fault-book';
import { GraphError, newTraceId } from './graph-error';
import { refuseUnstorable } from './read-params';

/** `/v23.0` and every other version: the sandbox treats them alike. */
export const VERSION_PREFIX = '/:version(^v\\d+\\.\\d+$)';

/**
 * The routes of the provider. They have the provider's own bodies, errors and headers, without affecting other routes.
 */
export async function graphApi(
  app: FastifyInstance,
  { logger, faults }: { logger: Logger; faults: FaultBook },
  routes: (app: FastifyInstance) => void,
): Promise<void> {
  await app.register((graph, _, done) => {
    readBodies(graph);
    answerErrors(graph, logger);
    graph.addHook('preHandler', (request, _reply, next) => next(faultOfCall(faults, request.url)));
    graph.addHook('onSend', (_request, reply, payload, next) => {
      reply.header('x-fb-trace-id', newTraceId()).header('x-fb-rev', '1');
      next(null, payload);
    });
    routes(graph);
    done();
  });
}

/** The refusal of a management call that a fault asks for. */
function faultOfCall(faults: FaultBook, url: string): GraphError | undefined {
  const [path = ''] = url.split('?');
  const fault = faults.takeCall(path.split('/').at(-1) ?? '');
  return fault ? new GraphError(fault.code ?? DEFAULT_CODE, { withoutData: true }) : undefined;
}

/** JSON is read completely; uploads stay streams. */
function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_, text, done) => {
    try {
      const body: unknown = text === '' ? {} : JSON.parse(text as string);
      refuseUnstorable(body);
      done(null, body);
    } catch (error) {
      done(error instanceof GraphError ? error : brokenJson());
    }
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, text, done) => {
    done(null, Object.fromEntries(new URLSearchParams(text as string)));
  });
  app.addContentTypeParser('*', (_, payload, done) => done(null, payload));
}

function brokenJson(): GraphError {
  return new GraphError(100, {
    withoutData: true,
    message: '(#100) The request body is no valid JSON.',
  });
}

function answerErrors(app: FastifyInstance, logger: Logger): void {
  app.setErrorHandler<FastifyError | GraphError>((error, request, reply) => {
    if (error instanceof GraphError) return answer(reply, error);
    if (error.statusCode !== undefined && error.statusCode < 500) {
      return answer(reply, new GraphError(100, { withoutData: true, message: `(#100) ${error.message}` }));
    }
    logger.error({ error, route: request.routeOptions.url }, 'a call of the provider failed');
    return answer(reply, new GraphError(1, { withoutData: true, status: 500 }));
  });
}

function answer(reply: FastifyReply, error: GraphError): FastifyReply {
  return reply.status(error.status).send(error.toBody());
}
