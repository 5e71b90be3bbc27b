import type { ErrorBody } from '@chat/errors';
import type { MessageError } from './failure.dto';

/** Returns an error as stored with its message. A list of wrong members has no place there: their sentences do. */
export function toMessageError({ code, message, errors, provider }: ErrorBody): MessageError {
  return {
    code,
    message: errors ? Object.values(errors).flat().join(' ') : message,
    // Older versions stored it as a number.
    provider: provider ? { ...provider, code: String(provider.code) } : null,
  };
}
