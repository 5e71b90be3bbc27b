import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Operation, RequestContext, UnknownMembers } from '@chat/contracts';
import { LONGEST_CURSOR, type StreamEventsQuery } from '@chat/contracts/gateway';
import { AppError } from '@chat/errors';
import { readMethods } from '@chat/http-edge';
import type { OperationServices } from '../../edge/api-services';
import { readInput } from '../../edge/operation-input';
import { hasScope } from '../../credentials/scope.rules';

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-content-type-options': 'nosniff',
  // A proxy that collects what it passes on would keep events for minutes.
  'x-accel-buffering': 'no',
};

/** Adds the route of an operation whose answer is a stream of events. */
export function addStreamRoute(
  app: FastifyInstance,
  { path, operation }: { path: string; operation: Operation },
  unknownMembers: UnknownMembers,
  { admission, live, streams }: OperationServices,
): void {
  app.route({
    method: readMethods,
    url: path,
    config: { operation: operation.subject, isEndless: true },
    onRequest: (request, reply) => admission.admit(request, reply, operation),
    handler: async (request, reply) => {
      const query = readInput(operation, request, { unknownMembers }).query as StreamEventsQuery;
      const { account, credential } = request.principal!;
      request.named = { accountId: account.id };
      reply.headers({ ...streamHeaders, 'x-request-id': request.id });
      if (request.method === 'HEAD') return '';
      const confirm = () => confirmed(request, reply, operation, admission);
      const cursor = cursorOf(request, query);
      const release = await streams.acquire(account.id, credential);
      try {
        const { frames } = await live.open({ accountId: account.id, credential, cursor, confirm });
        frames.once('close', release);
        if (reply.raw.destroyed) frames.destroy();
        return frames;
      } catch (error) {
        release();
        throw error;
      }
    },
  });
}

/** Browsers repeat the query of the first connection when they reconnect, with a newer place in the header. */
function cursorOf({ headers }: FastifyRequest, { cursor }: StreamEventsQuery): string | null {
  const last = headers['last-event-id'];
  if (typeof last === 'string' && last !== '') return last.slice(0, LONGEST_CURSOR + 1);
  return cursor === undefined || cursor === '' ? null : cursor;
}

/** @throws AppError if the credential may not read the stream any more. */
async function confirmed(
  request: FastifyRequest,
  reply: FastifyReply,
  operation: Operation,
  admission: OperationServices['admission'],
): Promise<RequestContext['credential']> {
  const { credential } = await admission.confirm(request, reply);
  if (!hasScope(credential.scopes, operation)) throw new AppError('insufficient_scope');
  return credential;
}
