import type { FastifyReply } from 'fastify';
import type { RawReply } from '@chat/bus';
import type { AppError, ErrorBody } from '@chat/errors';
import type { Failure } from '@chat/http-edge';
import { JSON_TYPE, readError, sendJson } from '../v1/envelope';

const SUCCESS = Buffer.from('{"status":"success","message":"The request succeeded.","data":');
const END = Buffer.from('}');

/** Answers with a service's reply. The bytes of a success go into the envelope unread. */
export function sendLegacyReply(reply: FastifyReply, answer: RawReply): FastifyReply {
  return sendJson(reply, answer, answer.status < 400 ? successOf(answer) : failureOf(readError(answer)));
}

/** Words a failure as the legacy surfaces do. */
export function wordLegacyFailure(error: AppError): Failure {
  return { contentType: JSON_TYPE, body: failureOf(error.toBody()) };
}

function successOf({ body, pagination }: RawReply): Buffer {
  if (pagination === null) return Buffer.concat([SUCCESS, body, END]);
  // The data of a list is an object with members, so one more goes in front of its end.
  const end = Buffer.from(body).lastIndexOf('}');
  const page = Buffer.from(`,"pagination":${pagination}}`);
  return Buffer.concat([SUCCESS, body.subarray(0, end), page, END]);
}

/** What v1 says beside code and message is the `data`. */
function failureOf({ code, message, ...data }: ErrorBody): Buffer {
  return Buffer.from(JSON.stringify({ status: 'error', message, code, data }));
}
