import { reachoutRestricted } from '@chat/contracts/connector';
import { isTransientRefusal, refusalCodes } from '@chat/device-network';
import { AppError } from '@chat/errors';
import { firstCodePoints } from '../code-points.rules';

/** Maximum length of the network's own words that is kept, in code points: they are shown with every message. */
const MAX_WORDS_LENGTH = 500;

/**
 * Returns the sender's error for the network's refusal of a message.
 * @param restrictedUntil when the restriction of the phone ends, if it has one and the network says so.
 */
export function toRefusal(code: number, message: string, restrictedUntil: string | null = null): AppError {
  const provider = { code: String(code), message: firstCodePoints(message, MAX_WORDS_LENGTH) };
  if (isTransientRefusal(code)) {
    return new AppError('device_service_error', {
      provider,
      reason: 'network_busy',
      message: 'The chat network is busy or failing and did not accept the message. Send it again shortly.',
    });
  }
  switch (code) {
    case refusalCodes.notAUser:
      return new AppError('invalid_phone', {
        provider,
        message: 'This phone number is not on the chat network. Check the number.',
      });
    case refusalCodes.reachoutRestricted:
      return reachoutRestricted(restrictedUntil).with({ provider });
    default:
      return new AppError('capability_error', { provider, reason: 'refused_by_network' });
  }
}

/** Returns the error for a message that the network failed after accepting it, or after the sender stopped waiting. */
export function toFailure(code: number | null): AppError {
  return code === null
    ? new AppError('provider_error', {
        message: 'The message failed on the chat network, which gave no reason.',
      })
    : toRefusal(code, `The chat network gave the code ${code}.`);
}
