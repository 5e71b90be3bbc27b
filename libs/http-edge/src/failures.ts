import type { FastifyError } from 'fastify';
import { AppError, outageOf } from '@chat/errors';

/** Returns the error of the catalogue for a failure of a request; null if the fault is ours. */
export function toAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  // The handlers of routes commit at most once, in the end.
  if (outageOf(error)?.changedNothing) return new AppError('service_unavailable', {}, { cause: error });
  const { code, statusCode = 500 } = error as Partial<FastifyError>;
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('payload_too_large');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('unsupported_media_type');
    // The path cannot be decoded, or holds an identifier that is none.
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new AppError('not_found');
    default:
      return statusCode >= 400 && statusCode < 500 ? new AppError('bad_request') : null;
  }
}

/** Returns the error for bytes that are not valid HTTP, by Node's error code. */
export function connectionError(code: string | undefined): AppError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new AppError('bad_request', {
        message: 'The path and headers exceed 16 KiB. Make them shorter.',
      });
    case 'HPE_INVALID_URL':
      return new AppError('bad_request', {
        message: 'The URL contains invalid characters. Percent-encode them as UTF-8.',
      });
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return lateRequest();
    default:
      return new AppError('bad_request');
  }
}

/** Returns the error for a request that arrives too slowly. @param advice what else to do. */
export function lateRequest(advice = ''): AppError {
  return new AppError('bad_request', {
    message: `The request did not arrive in time. Send it again without pauses${advice}.`,
  });
}
