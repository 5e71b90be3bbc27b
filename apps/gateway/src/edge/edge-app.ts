import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { fastify, type FastifyInstance, type FastifyRequest } from 'fastify';
import { AppError } from '@chat/errors';
import type { Logger } from '@chat/service-kit';
import { rawErrorAnswer, sendError } from './envelope';
import { connectionError, toAppError } from './errors';
import { readRequestId } from './request-identity.rules';

const BODY_LIMIT_BYTES = 1024 * 1024;
/** How long a connection that got its last answer may take to read it. */
const LINGER_MS = 2_000;

/** Fastify without routes, where every failure that a client can cause has its answer in the envelope. */
export function createEdgeApp(requestTimeoutMs: number, logger: Logger): FastifyInstance {
  const app = fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: requestTimeoutMs,
    http: {
      // Told to Node as well, which else waits a minute for the headers and exchanges the two limits.
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: 1_000,
      // Node would answer a request without Host by itself, outside the envelope.
      requireHostHeader: false,
    },
    exposeHeadRoutes: false,
    // What arrives on open connections during the drain is still served.
    return503OnClosing: false,
    genReqId: ({ headers }) => readRequestId(headers['x-request-id']) ?? randomUUID(),
    clientErrorHandler: ({ code }, socket) => answerOnSocket(socket, connectionError(code)),
    frameworkErrors: (error, _, reply) =>
      void sendError(reply, toAppError(error) ?? new AppError('bad_request')),
  });

  app.setErrorHandler((error, request, reply) => {
    const known = toAppError(error) ?? new AppError('server_error');
    // What a service answered is a reply, and that service has logged it.
    if (known.status >= 500) logServerError(logger, error, known.status, request);
    // Fastify hangs up on a body it did not read; Node reads on, so that the client gets to read the answer.
    return sendError(reply.removeHeader('connection'), known);
  });
  answerUnknownRoutes(app);
  acceptJsonOnly(app);
  answerOddRequests(app);
  app.decorateRequest('key', null);
  return app;
}

/** A fault of ours is an error; that something else is busy or fails is a warning. */
function logServerError(logger: Logger, error: unknown, status: number, request: FastifyRequest): void {
  const { id: requestId, routeOptions, key } = request;
  logger[status === 500 ? 'error' : 'warn'](
    {
      error,
      status,
      requestId,
      operation: routeOptions.config.subject,
      accountId: key?.identity.account.id,
    },
    'request failed',
  );
}

/** Before the body is read, so that nothing in the body can change the answer. */
function answerUnknownRoutes(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) sendError(reply, new AppError('not_found'));
    else done();
  });
}

/** The bytes of a JSON body go to the handler as they are; a body of another type is refused, an empty one is none. */
function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
  app.addContentTypeParser('*', ({ headers }, _, done) => {
    const isEmpty = headers['transfer-encoding'] === undefined && !Number(headers['content-length'] ?? 0);
    done(isEmpty ? null : new AppError('unsupported_media_type'), undefined);
  });
}

/** What Node keeps from Fastify: CONNECT would be cut off, an unknown expectation answered without a body. */
function answerOddRequests({ server }: FastifyInstance): void {
  server.on('connect', (_: IncomingMessage, socket: Socket) =>
    answerOnSocket(socket, new AppError('not_found')),
  );
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    server.emit('request', request, response),
  );
}

/** Answers and hangs up, but reads on for a moment: an early reset would take the answer from the client. */
function answerOnSocket(socket: Socket, error: AppError): void {
  if (!socket.writable) return;
  socket.end(rawErrorAnswer(error, randomUUID()));
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
