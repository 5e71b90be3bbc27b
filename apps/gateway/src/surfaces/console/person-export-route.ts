import type { FastifyInstance, FastifyRequest } from 'fastify';
import { newTraceparent } from '@chat/bus';
import type { Operation } from '@chat/contracts';
import type { ErasePerson } from '@chat/contracts/crm';
import { AppError } from '@chat/errors';
import { readInput } from '../../edge/operation-input';
import { contextOf } from '../v1/operation-routes';
import type { ConsoleServices } from './console-services';

/** Adds the route whose answer is everything that is stored of a person, as a file. */
export function addPersonExportRoute(
  app: FastifyInstance,
  { path, operation }: { path: string; operation: Operation },
  { admission, exports }: Pick<ConsoleServices, 'admission' | 'exports'>,
): void {
  app.route({
    method: 'POST',
    url: path,
    config: { operation: operation.subject, isEndless: true },
    onRequest: async (request, reply) => {
      request.traceparent = request.span?.traceparent ?? newTraceparent();
      await admission.admit(request, reply, operation);
    },
    handler: async (request, reply) => {
      const input = readInput(operation, request);
      const context = contextOf(request, operation, input);
      request.named = { accountId: context.account.id };
      const document = await exports.open(input.body as ErasePerson, {
        context,
        confirm: () => confirm(request),
      });
      return reply
        .type('application/json; charset=utf-8')
        .headers({
          'cache-control': 'no-store',
          'content-disposition': 'attachment; filename="person.json"',
          'x-content-type-options': 'nosniff',
          'x-request-id': request.id,
        })
        .send(document);
    },
  });

  /** @throws AppError if the person has been signed out, chose another account or lost the role. */
  async function confirm(request: FastifyRequest): Promise<void> {
    const { account, credential } = request.principal!;
    const now = await admission.confirm(request);
    if (now.account.id !== account.id || now.person.role !== credential.person?.role)
      throw new AppError('insufficient_scope');
  }
}
