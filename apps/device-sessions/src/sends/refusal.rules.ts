import { isTransientRefusal, refusalCodes } from '@chat/device-network';
import { AppError } from '@chat/errors';

/** What the network's refusal of a message means to the sender. */
export function toRefusal(code: number, message: string): AppError {
  const provider = { code: String(code), message };
  if (isTransientRefusal(code)) {
    return new AppError('device_service_error', {
      provider,
      reason: 'network_busy',
      message: 'The chat network is busy or failing and did not take the message. Send it again shortly.',
    });
  }
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
