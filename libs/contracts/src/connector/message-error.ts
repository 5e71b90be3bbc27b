import { catalogue, sentenceOf, type ErrorBody, type ErrorCode } from '@chat/errors';
import type { MessageError } from './failure.dto';

/** Returns an error as stored with its message: without the list of invalid members, whose sentences become its text. */
export function toMessageError({ code, message, errors, reason, provider }: ErrorBody): MessageError {
  return {
    code,
    message: errors ? Object.values(errors).flat().join(' ') : message,
    reason: reason ?? null,
    // Older versions stored it as a number.
    provider: provider ? { ...provider, code: String(provider.code) } : null,
  };
}

/**
 * Returns a stored error as it is shown. Releases before 0.3 stored no reason, but sentences that point to one.
 * @param error null if there is none.
 */
export function toShownError(
  error: (Omit<MessageError, 'reason'> & { reason?: string | null }) | null,
): MessageError | null {
  if (!error) return null;
  const shown = { ...error, reason: error.reason ?? null };
  const code = error.code as ErrorCode;
  const isCatalogued = code in catalogue && error.message === catalogue[code].message;
  return isCatalogued ? { ...shown, message: sentenceOf(code, shown) } : shown;
}
