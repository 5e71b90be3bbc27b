import type { Effect } from '@chat/contracts';
import { AppError, outageOf } from '@chat/errors';

/** A failure reported by the NATS client for a request without an answer. */
export interface BusFailure {
  code: string;
  /** With `PERMISSIONS_VIOLATION`: the kind of operation that was not permitted, `publish` or `subscription`. */
  denied?: string;
}

/**
 * What happened to a request without an answer. With `nobody_listens`, `not_sent` and `too_large` no handler saw it;
 * with `unknown` one may have. `fault`: our own code tried to send something that cannot be sent.
 */
export type RequestOutcome = 'nobody_listens' | 'not_sent' | 'too_large' | 'unknown' | 'fault';

/** By the error codes of `nats`. A code that is not listed may mean anything. */
const outcomes: Readonly<Record<string, RequestOutcome>> = {
  '503': 'nobody_listens',
  TIMEOUT: 'unknown',
  // The client was closed while it waited.
  CANCELLED: 'unknown',
  // Refused before anything was written: the client checks for both before it sends.
  CONNECTION_CLOSED: 'not_sent',
  CONNECTION_DRAINING: 'not_sent',
  MAX_PAYLOAD_EXCEEDED: 'too_large',
  BAD_SUBJECT: 'fault',
  BAD_PAYLOAD: 'fault',
  BAD_HEADER: 'fault',
  INVALID_OPTION: 'fault',
  SERVER_OPT_NA: 'fault',
};

export function outcomeOf({ code, denied }: BusFailure): RequestOutcome {
  // If only the subscription to the reply was not permitted, the request may still have been delivered.
  if (code === 'PERMISSIONS_VIOLATION') return denied === 'publish' ? 'not_sent' : 'unknown';
  return outcomes[code] ?? 'unknown';
}

/**
 * Returns the error for the caller of a request without an answer.
 * @param cause is logged.
 */
export function errorOf(fate: RequestOutcome, effect: Effect, cause: unknown): AppError {
  switch (fate) {
    case 'nobody_listens':
    case 'not_sent':
      return nothingDone(cause);
    case 'too_large':
      return new AppError('payload_too_large', {}, { cause });
    case 'fault':
      return new AppError('server_error', {}, { cause });
    case 'unknown':
      return errorOfSilence(effect, cause);
  }
}

/**
 * Returns the error for the caller of a request whose handler failed unexpectedly.
 * @param hasChanges whether the request had changed something before.
 */
export function errorOfFailure(effect: Effect, error: unknown, hasChanges: boolean): AppError {
  const outage = outageOf(error);
  if (!outage) return new AppError('server_error', {}, { cause: error });
  if (outage.changedNothing && !hasChanges) return nothingDone(error);
  return errorOfSilence(effect, error);
}

function errorOfSilence(effect: Effect, cause: unknown): AppError {
  switch (effect) {
    case 'read':
      return nothingDone(cause);
    case 'write':
      return new AppError(
        'server_error',
        {
          reason: 'outcome_unknown',
          message: 'The operation may or may not have been completed. Get the record before you retry.',
        },
        { cause },
      );
    case 'send':
      return new AppError('provider_outcome_unknown', {}, { cause });
  }
}

function nothingDone(cause: unknown): AppError {
  return new AppError('service_unavailable', {}, { cause });
}
