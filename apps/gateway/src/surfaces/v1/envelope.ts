import type { FastifyReply } from 'fastify';
import type { RawReply } from '@chat/bus';
import type { AppError } from '@chat/errors';
import type { Failure } from '@chat/http-edge';

const SUCCESS = Buffer.from('{"ok":true,"data":');
const FAILURE = Buffer.from('{"ok":false,"error":');
export const JSON_TYPE = 'application/json; charset=utf-8';

const jsonHeaders = {
  'content-type': JSON_TYPE,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/** Answers with a service's reply, whose bytes go into the envelope unread. */
export function sendReply(reply: FastifyReply, answer: RawReply): FastifyReply {
  const opening = answer.status < 400 ? SUCCESS : FAILURE;
  return sendJson(reply, answer, envelope(opening, answer.body, reply.request.id, answer.pagination));
}

/** Answers with JSON in whatever envelope, under the status and the headers of every answer of the API. */
export function sendJson(
  reply: FastifyReply,
  { status, isReplay }: Pick<RawReply, 'status' | 'isReplay'>,
  json: Buffer,
): FastifyReply {
  if (isReplay) reply.header('idempotent-replayed', 'true');
  return reply.code(status).headers(jsonHeaders).header('x-request-id', reply.request.id).send(json);
}

/** Words a failure as the envelope does. */
export function wordFailure(error: AppError, requestId: string): Failure {
  const body = Buffer.from(JSON.stringify(error.toBody()));
  return { contentType: JSON_TYPE, body: envelope(FAILURE, body, requestId, null) };
}

function envelope(
  opening: Buffer,
  content: Uint8Array,
  requestId: string,
  pagination: string | null,
): Buffer {
  const page = pagination === null ? '' : `,"pagination":${pagination}`;
  const closing = Buffer.from(`,"meta":{"request_id":"${requestId}"${page}}}`);
  return Buffer.concat([opening, content, closing]);
}
