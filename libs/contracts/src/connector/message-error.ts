import type { ErrorBody } from '@chat/errors';
import type { MessageError } from './failure.dto';

/** Returns an error as stored with its message: without the list of invalid members, whose sentences become its text. */
export function toMessageError({ code, message, errors, provider }: ErrorBody): MessageError {
  return {
    code,
    message: errors ? Object.values(errors).flat().join(' ') : message,
    // Older versions stored it as a number.
    provider: provider ? { ...provider, code: String(provider.code) } : null,
  };
}
