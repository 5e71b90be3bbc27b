import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify';
import type { BusClient } from '@chat/bus';
import { DEFAULT_TIMEOUT_MS, type Operation, type RequestContext } from '@chat/contracts';
import type { KnownKey } from '../credentials/credentials.repository';
import type { Admission } from './admission';
import { sendReply } from './envelope';
import { inputReader } from './operation-input';
import { readTraceparent } from './request-identity.rules';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who was admitted; null before that. */
    key: KnownKey | null;
  }
  interface FastifyContextConfig {
    /** The subject of the route's operation, for the log. */
    subject?: string;
  }
}

/** Adds the public route of every operation that has one. */
export function addOperationRoutes(
  app: FastifyInstance,
  operations: readonly Operation[],
  admission: Admission,
  bus: BusClient,
): void {
  for (const operation of operations) {
    if (operation.http === undefined) continue;
    const [method, path] = operation.http.split(' ') as [HTTPMethods, string];
    const readInput = inputReader(operation);
    app.route({
      method,
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { subject: operation.subject },
      onRequest: async (request, reply) => {
        request.key = await admission.admit(request, reply, operation);
      },
      handler: async (request, reply) => {
        const input = readInput(request);
        return sendReply(reply, await bus.forward(operation, contextOf(request, operation), input));
      },
    });
  }
}

function contextOf(request: FastifyRequest, { timeoutMs = DEFAULT_TIMEOUT_MS }: Operation): RequestContext {
  const { account, credential } = request.key!.identity;
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
