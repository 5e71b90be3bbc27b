import type { FastifyReply } from 'fastify';
import type { RawReply } from '@chat/bus';
import type { AppError, ErrorBody } from '@chat/errors';
import type { Failure } from '@chat/http-edge';

const SUCCESS = '{"ok":true,"data":';
const FAILURE = '{"ok":false,"error":';
export const JSON_TYPE = 'application/json; charset=utf-8';

const jsonHeaders = {
  'content-type': JSON_TYPE,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/** Sends a service's reply, which is put into the envelope without being parsed. */
export function sendReply(reply: FastifyReply, answer: RawReply): FastifyReply {
  const opening = answer.status < 400 ? SUCCESS : FAILURE;
  return sendJson(reply, answer, envelope(opening, answer.body, reply.request.id, answer.pagination));
}

/** Sends JSON in any envelope, with the status and headers of all API responses. */
export function sendJson(
  reply: FastifyReply,
  answer: Pick<RawReply, 'status' | 'isReplay' | 'body'>,
  json: string,
): FastifyReply {
  const { status, isReplay } = answer;
  if (isReplay) reply.header('idempotent-replayed', 'true');
  const retryAfter = status < 400 ? undefined : readError(answer).retry_after;
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  // The grant of a bearer may end after the request was admitted. Browsers of people are not challenged.
  if (status === 401 && reply.request.principal?.credential.type !== 'session')
    reply.header('www-authenticate', 'Bearer error="invalid_token"');
  return reply.code(status).headers(jsonHeaders).header('x-request-id', reply.request.id).send(json);
}

/** Returns the error in a failed reply. */
export function readError({ body }: Pick<RawReply, 'body'>): ErrorBody {
  return JSON.parse(body) as ErrorBody;
}

/** Formats a failure in the envelope. */
export function formatFailure(error: AppError, requestId: string): Failure {
  return {
    contentType: JSON_TYPE,
    body: envelope(FAILURE, JSON.stringify(error.toBody()), requestId, null),
  };
}

function envelope(opening: string, content: string, requestId: string, pagination: string | null): string {
  const page = pagination === null ? '' : `,"pagination":${pagination}`;
  return `${opening}${content},"meta":{"request_id":"${requestId}"${page}}}`;
}
