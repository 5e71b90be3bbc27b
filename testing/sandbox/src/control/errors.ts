import type { FastifyError, FastifyInstance } from 'fastify';
import { AppError } from '@chat/errors';
import type { Logger } from '@chat/service-kit';
import { Refusal } from '../refusal';

/** Answers every failure as `{"error": "<sentence>"}`. Bad input is never answered as a fault of the sandbox. */
export function answerErrors(app: FastifyInstance, logger: Logger): void {
  app.setNotFoundHandler((_, reply) =>
    reply.status(404).send({ error: 'There is no such call. See GET / for the phones.' }),
  );
  app.setErrorHandler<FastifyError | AppError | Refusal>((error, _, reply) => {
    const { status, sentence } = describe(error);
    if (status === 500) logger.error({ error }, 'a call of the control API failed');
    return reply.status(status).send({ error: sentence });
  });
}

function describe(error: FastifyError | AppError | Refusal): { status: number; sentence: string } {
  if (error instanceof Refusal) return { status: error.status, sentence: error.message };
  if (error instanceof AppError) {
    const sentences = Object.values(error.details.errors ?? {}).flat();
    return { status: error.status, sentence: sentences.join(' ') || error.message };
  }
  if (error.statusCode === 415) return { status: 415, sentence: 'Send the body as application/json.' };
  if (error.statusCode && error.statusCode < 500) {
    return { status: error.statusCode, sentence: `${error.message}.`.replace('..', '.') };
  }
  return { status: 500, sentence: 'The sandbox could not do this. Its log says why.' };
}
