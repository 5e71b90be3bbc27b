import type { BusClient } from '@chat/bus';
import type { Problems, RequestContext, ReviewOperation } from '@chat/contracts';
import { AppError } from '@chat/errors';
import type { OperationInput } from './operation-input';

/**
 * Adds the service's findings about the valid part of an input that violates the contract. If the service does not
 * reply, the client only gets the contract violations.
 */
export async function addFurtherProblems(
  bus: BusClient,
  review: ReviewOperation,
  context: RequestContext,
  { params, body = {} }: OperationInput,
  problems: Problems,
): Promise<void> {
  const broken = Object.keys(problems.list);
  const input = { body: { ...(params && { params: { ...params } }), body: { ...body }, broken } };
  const { errors } = await bus.request(review, context, input).catch((error: unknown) => {
    if (error instanceof AppError) return { errors: {} };
    throw error;
  });
  for (const [path, sentences] of Object.entries(errors)) {
    for (const sentence of sentences) problems.add(path, sentence);
  }
}
