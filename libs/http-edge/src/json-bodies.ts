import type { FastifyInstance } from 'fastify';
import { AppError } from '@chat/errors';

/** Hands the bytes of a JSON body to the handlers as they are; a body of another type is refused, an empty one is none. */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
  app.addContentTypeParser('*', ({ headers }, _, done) => {
    const isEmpty = headers['transfer-encoding'] === undefined && !Number(headers['content-length'] ?? 0);
    done(isEmpty ? null : new AppError('unsupported_media_type'), undefined);
  });
}
