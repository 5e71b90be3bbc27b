import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '@chat/errors';

/** Form values end up in URLs, which have the same limit. */
const FORM_LIMIT_BYTES = 16 * 1024;

/**
 * Refuses bodies of types without a parser. An empty body counts as absent, whatever its type, since some HTTP libraries
 * send a content type with every GET.
 * @param message what to send instead; null for the message of the catalogue.
 */
export function refuseBodies(app: FastifyInstance, message: string | null = null): void {
  app.removeContentTypeParser('*');
  app.addContentTypeParser('*', async ({ headers }: FastifyRequest, payload: IncomingMessage) => {
    if (!hasBody(headers)) return;
    // A chunked body may turn out to be empty.
    if (headers['content-length'] === undefined && !(await bringsBytes(payload))) return;
    throw new AppError('unsupported_media_type', message === null ? {} : { message });
  });
}

/** Resolves to true at the first byte, or to false at the end without one. The rest of the body is read and dropped. */
function bringsBytes(payload: IncomingMessage): Promise<boolean> {
  return new Promise((resolve) => {
    payload
      .once('data', () => resolve(true))
      .once('end', () => resolve(false))
      .once('close', () => resolve(true));
  });
}

/**
 * Passes the bytes of a JSON body to the handlers unparsed. Other types are refused; an empty body counts as absent.
 * Compressed bodies are refused, since their size would be known too late.
 */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.addHook('preParsing', ({ headers }, _, payload, done) => {
    done(isEncoded(headers) && hasBody(headers) ? compressed() : null, payload);
  });
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
  refuseBodies(app);
}

/** Reads `application/x-www-form-urlencoded`, as browsers send forms, and nothing else. */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_LIMIT_BYTES },
    // A byte order mark would become a part of the first name.
    (_, body, done) => done(null, new URLSearchParams(body.toString().replace(/^\uFEFF/, ''))),
  );
  refuseBodies(app, 'Send application/x-www-form-urlencoded.');
}

export function formOf({ body }: FastifyRequest): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams();
}

/** Whether a body follows the headers. */
export function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function isEncoded({ 'content-encoding': encoding = '' }: IncomingHttpHeaders): boolean {
  return !['', 'identity'].includes(encoding.trim().toLowerCase());
}

function compressed(): AppError {
  return new AppError('unsupported_media_type', {
    message: 'The body has a Content-Encoding. Send it uncompressed, without that header.',
  });
}
