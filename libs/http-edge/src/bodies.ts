import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { AppError } from '@chat/errors';

/**
 * Hands the bytes of a JSON body to the handlers as they are; a body of another type is refused, an empty one is none.
 * No body is taken that is compressed: its size would be known too late.
 */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.addHook('preParsing', ({ headers }, _, payload, done) => {
    done(isEncoded(headers) && !isEmpty(headers) ? compressed() : null, payload);
  });
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
  app.addContentTypeParser('*', ({ headers }, _, done) => {
    done(isEmpty(headers) ? null : new AppError('unsupported_media_type'), undefined);
  });
}

function isEmpty(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] === undefined && !Number(headers['content-length'] ?? 0);
}

function isEncoded({ 'content-encoding': encoding = '' }: IncomingHttpHeaders): boolean {
  return !['', 'identity'].includes(encoding.trim().toLowerCase());
}

function compressed(): AppError {
  return new AppError('unsupported_media_type', {
    message: 'The body has a Content-Encoding. Send it uncompressed, without that header.',
  });
}
