import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify';
import { newTraceparent, type BusClient } from '@chat/bus';
import { DEFAULT_TIMEOUT_MS, type Operation, type RequestContext } from '@chat/contracts';
import type { Admission } from '../../edge/admission';
import { readInput } from '../../edge/operation-input';
import { sendReply } from './envelope';

declare module 'fastify' {
  interface FastifyRequest {
    /** The trace that begins here. A client's own is linked to it in the log, not carried on. */
    traceparent: string | null;
  }
}

/** Adds the route of every operation whose path is below the prefix. */
export function addOperationRoutes(
  app: FastifyInstance,
  prefix: string,
  operations: readonly Operation[],
  admission: Admission,
  bus: BusClient,
): void {
  for (const operation of operations) {
    const [method, path] = (operation.http ?? '').split(' ') as [HTTPMethods, string | undefined];
    if (!path?.startsWith(`${prefix}/`)) continue;
    app.route({
      method,
      url: path.slice(prefix.length).replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { operation: operation.subject },
      onRequest: async (request, reply) => {
        request.traceparent = newTraceparent();
        await admission.admit(request, reply, operation);
      },
      handler: async (request, reply) => {
        const input = readInput(operation, request);
        return sendReply(reply, await bus.forward(operation, contextOf(request, operation), input));
      },
    });
  }
}

function contextOf(request: FastifyRequest, { timeoutMs = DEFAULT_TIMEOUT_MS }: Operation): RequestContext {
  const { account, credential } = request.principal!;
  return {
    requestId: request.id,
    traceparent: request.traceparent,
    deadline: Date.now() + timeoutMs,
    account,
    idempotencyKey: request.idempotencyKey,
    credential,
  };
}
