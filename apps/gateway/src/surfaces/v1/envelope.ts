import type { FastifyReply } from 'fastify';
import type { RawReply } from '@chat/bus';
import type { AppError } from '@chat/errors';
import type { Failure } from '@chat/http-edge';

const SUCCESS = Buffer.from('{"ok":true,"data":');
const FAILURE = Buffer.from('{"ok":false,"error":');
const JSON_TYPE = 'application/json; charset=utf-8';

const jsonHeaders = {
  'content-type': JSON_TYPE,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/** Answers with a service's reply, whose bytes go into the envelope unread. */
export function sendReply(
  reply: FastifyReply,
  { status, body, pagination, isReplay }: RawReply,
): FastifyReply {
  if (isReplay) reply.header('idempotent-replayed', 'true');
  const opening = status < 400 ? SUCCESS : FAILURE;
  const { id } = reply.request;
  return reply
    .code(status)
    .headers(jsonHeaders)
    .header('x-request-id', id)
    .send(envelope(opening, body, id, pagination));
}

/** Answers with data of the gateway's own. */
export function sendData(reply: FastifyReply, data: object): FastifyReply {
  return sendReply(reply, { status: 200, body: Buffer.from(JSON.stringify(data)), pagination: null });
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
