import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify';
import type { BusClient } from '@chat/bus';
import { DEFAULT_TIMEOUT_MS, type Operation, type RequestContext } from '@chat/contracts';
import type { Admission } from '../../edge/admission';
import { inputReader } from '../../edge/operation-input';
import { sendReply } from './envelope';
import { readTraceparent } from './trace-context.rules';

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
    const readInput = inputReader(operation);
    app.route({
      method,
      url: path.slice(prefix.length).replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { operation: operation.subject },
      onRequest: (request, reply) => admission.admit(request, reply, operation),
      handler: async (request, reply) => {
        const input = readInput(request);
        return sendReply(reply, await bus.forward(operation, contextOf(request, operation), input));
      },
    });
  }
}

function contextOf(request: FastifyRequest, { timeoutMs = DEFAULT_TIMEOUT_MS }: Operation): RequestContext {
  const { account, credential } = request.principal!;
  return {
    requestId: request.id,
    traceparent: readTraceparent(request.headers.traceparent) ?? newTraceparent(),
    deadline: Date.now() + timeoutMs,
    account,
    credential,
  };
}

function newTraceparent(): string {
  const hex = (randomUUID() + randomUUID()).replaceAll('-', '');
  return `00-${hex.slice(0, 32)}-${hex.slice(32, 48)}-01`;
}
