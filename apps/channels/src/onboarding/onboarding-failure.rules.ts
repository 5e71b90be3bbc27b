import { AppError } from '@chat/errors';

/** How many PINs a person may enter. */
export const MAX_PINS = 3;
/** How long the provider, or one of our services, may fail before the session fails. */
const PATIENCE_MS = 10 * 60 * 1000;

/** Code of the advice that the page shows before another attempt. */
export type Advice =
  'code_refused' | 'provider_unreachable' | 'no_number' | 'number_not_verified' | 'several_numbers';

export const adviceSentences: Readonly<Record<Advice, string>> = {
  code_refused: 'The sign-up took too long or was already finished. Connect the number again.',
  provider_unreachable: 'The provider could not be reached. Nothing was connected. Try again in a moment.',
  no_number: 'The sign-up ended without a number. Connect again and add a number.',
  number_not_verified:
    'The number is not verified yet. Connect again and enter the code that the provider sends to it.',
  several_numbers: 'The business account has several numbers. Connect again and choose one of them.',
};

/** How a session continues after its number could not be connected. */
export type FailureVerdict =
  | { kind: 'retry' }
  | { kind: 'ask-for-pin' }
  | { kind: 'start-again'; advice: Advice }
  | { kind: 'fail'; code: string; message: string };

interface Tries {
  /** PINs entered by the person. */
  pinsGiven: number;
  connectingMs: number;
}

/** Decides how a session continues after a failure. Failures that may pass by themselves are retried for 10 minutes. */
export function judgeFailure(error: unknown, { pinsGiven, connectingMs }: Tries): FailureVerdict {
  if (!(error instanceof AppError) || mayPass(error)) {
    return connectingMs < PATIENCE_MS ? { kind: 'retry' } : failure(error);
  }
  const { reason } = error.details;
  if (reason === 'wrong_pin' && pinsGiven < MAX_PINS) return { kind: 'ask-for-pin' };
  if (isAdvice(reason)) return { kind: 'start-again', advice: reason };
  return failure(error);
}

/** Returns whether the same call may succeed later, or its outcome is unknown. */
function mayPass({ code, details }: AppError): boolean {
  switch (code) {
    case 'server_error':
    case 'service_unavailable':
      return true;
    case 'provider_error':
      return details.retryable !== false;
    default:
      return false;
  }
}

function failure(error: unknown): FailureVerdict {
  if (!(error instanceof AppError) || error.code === 'server_error') {
    return {
      kind: 'fail',
      code: 'server_error',
      message: 'Something failed on our side. Start a new session.',
    };
  }
  const { code, message, details } = error;
  const [sentence = message] = Object.values(details.errors ?? {}).flat();
  return { kind: 'fail', code: details.reason ?? code, message: sentence };
}

function isAdvice(reason: string | undefined): reason is Advice {
  return reason !== undefined && Object.hasOwn(adviceSentences, reason);
}
