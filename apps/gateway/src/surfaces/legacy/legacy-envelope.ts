import type { FastifyReply } from 'fastify';
import type { RawReply } from '@chat/bus';
import { LEGACY_SUCCESS } from '@chat/contracts/legacy';
import type { AppError, ErrorBody } from '@chat/errors';
import type { Failure } from '@chat/http-edge';
import { JSON_TYPE, readError, sendJson } from '../v1/envelope';

const SUCCESS = `{"status":"success","message":${JSON.stringify(LEGACY_SUCCESS)},"data":`;

/** Sends a service's reply. A success is put into the envelope without being parsed. */
export function sendLegacyReply(reply: FastifyReply, answer: RawReply): FastifyReply {
  return sendJson(reply, answer, answer.status < 400 ? successOf(answer) : failureOf(readError(answer)));
}

/** Formats a failure in the legacy envelope. */
export function formatLegacyFailure(error: AppError): Failure {
  return { contentType: JSON_TYPE, body: failureOf(error.toBody()) };
}

function successOf({ body, pagination }: RawReply): string {
  if (pagination === null) return `${SUCCESS}${body}}`;
  // The data of a list is an object with members, so another member can be added before its end.
  const members = body.slice(0, body.lastIndexOf('}'));
  return `${SUCCESS}${members},"pagination":${pagination}}}`;
}

/** `data` contains what the v1 error has in addition to code and message. */
function failureOf({ code, message, ...data }: ErrorBody): string {
  return JSON.stringify({ status: 'error', message, code, data });
}
