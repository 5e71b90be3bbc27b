import type { FastifyReply } from 'fastify';
import type { RawReply } from '@chat/bus';
import type { AppError } from '@chat/errors';

const SUCCESS = Buffer.from('{"ok":true,"data":');
const FAILURE = Buffer.from('{"ok":false,"error":');

const jsonHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/** Answers with a service's reply, whose bytes go into the envelope unread. */
export function sendReply(reply: FastifyReply, { status, body, pagination }: RawReply): FastifyReply {
  const isSuccess = status < 400;
  return send(reply, status, envelope(isSuccess ? SUCCESS : FAILURE, body, reply.request.id, pagination));
}

/** Answers with data of the gateway's own. */
export function sendData(reply: FastifyReply, data: object): FastifyReply {
  return sendReply(reply, { status: 200, body: Buffer.from(JSON.stringify(data)), pagination: null });
}

export function sendError(reply: FastifyReply, error: AppError): FastifyReply {
  return sendReply(reply, { status: error.status, body: errorBody(error), pagination: null });
}

/** A whole HTTP answer, for a connection whose request could not even be read. It is the last one on it. */
export function rawErrorAnswer(error: AppError, requestId: string): Buffer {
  const body = envelope(FAILURE, errorBody(error), requestId, null);
  const headers = {
    ...jsonHeaders,
    'x-request-id': requestId,
    'content-length': body.length,
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${error.status} \r\n${lines.join('')}\r\n`), body]);
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

function errorBody(error: AppError): Buffer {
  return Buffer.from(JSON.stringify(error.toBody()));
}

function send(reply: FastifyReply, status: number, body: Buffer): FastifyReply {
  return reply.code(status).headers(jsonHeaders).header('x-request-id', reply.request.id).send(body);
}
