import { refusalCodes } from '@chat/device-network';
import { AppError } from '@chat/errors';

/** What the network's refusal of a message means to the sender. */
export function toRefusal(code: number, message: string): AppError {
  const provider = { code, message };
  switch (code) {
    case refusalCodes.notAUser:
      return new AppError('invalid_phone', {
        provider,
        message: 'Nobody uses this phone number on the chat network. Check the number.',
      });
    case refusalCodes.reachoutRestricted:
      return new AppError('capability_error', { provider, reason: 'reachout_restricted' });
    default:
      return new AppError('capability_error', { provider, reason: 'refused_by_network' });
  }
}
