import type { FastifyReply } from 'fastify';
import type { RawReply } from '@chat/bus';
import { LEGACY_SUCCESS } from '@chat/contracts/legacy';
import type { AppError, ErrorBody } from '@chat/errors';
import type { Failure } from '@chat/http-edge';
import { JSON_TYPE, readError, sendJson } from '../v1/envelope';

const SUCCESS = `{"status":"success","message":${JSON.stringify(LEGACY_SUCCESS)},"data":`;

/** Answers with a service's reply. A success goes into the envelope unread. */
export function sendLegacyReply(reply: FastifyReply, answer: RawReply): FastifyReply {
  return sendJson(reply, answer, answer.status < 400 ? successOf(answer) : failureOf(readError(answer)));
}

/** Words a failure as the legacy surfaces do. */
export function wordLegacyFailure(error: AppError): Failure {
  return { contentType: JSON_TYPE, body: failureOf(error.toBody()) };
}

function successOf({ body, pagination }: RawReply): string {
  if (pagination === null) return `${SUCCESS}${body}}`;
  // The data of a list is an object with members, so one more goes in front of its end.
  const members = body.slice(0, body.lastIndexOf('}'));
  return `${SUCCESS}${members},"pagination":${pagination}}}`;
}

/** What v1 says beside code and message is the `data`. */
function failureOf({ code, message, ...data }: ErrorBody): string {
  return JSON.stringify({ status: 'error', message, code, data });
}
