import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppError } from '@chat/errors';
import type { Failure } from '@chat/http-edge';
import { OAuthError } from '../../oauth/oauth-error';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends JSON without an envelope, as OAuth requires. Responses with tokens are not cached. */
export function sendJson(reply: FastifyReply, body: object, status = 200): FastifyReply {
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', pragma: 'no-cache', 'x-content-type-options': 'nosniff' })
    .header('x-request-id', reply.request.id)
    .type(JSON_TYPE)
    .send(JSON.stringify(body));
}

/** Runs the work and sends its refusals as defined in RFC 6749, 5.2. */
export function answerRefusals(
  work: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  return async (request, reply) => {
    try {
      return await work(request, reply);
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      const isUnauthenticated = error.code === 'invalid_client';
      if (isUnauthenticated) reply.header('www-authenticate', 'Basic realm="oauth"');
      return sendJson(
        reply,
        { error: error.code, error_description: error.description },
        isUnauthenticated ? 401 : 400,
      );
    }
  };
}

/** Formats a failure of the server as an OAuth error. */
export function formatFailure({ code, status, message }: AppError): Failure {
  const error = errorOf(code, status);
  return { contentType: JSON_TYPE, body: JSON.stringify({ error, error_description: message }) };
}

function errorOf(code: AppError['code'], status: number): string {
  if (code === 'rate_limit_exceeded' || code === 'service_unavailable') return 'temporarily_unavailable';
  return status >= 500 ? 'server_error' : 'invalid_request';
}
