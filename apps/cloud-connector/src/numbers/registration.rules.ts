import { AppError } from '@chat/errors';

/**
 * The statuses of registered numbers. Those whose quality is poor, that were throttled or whose conversations are
 * restricted stay registered: they need no PIN, and the provider decides what they may send.
 */
const registeredStatuses: readonly unknown[] = [
  'CONNECTED',
  'LINKED',
  'FLAGGED',
  'RATE_LIMITED',
  'RESTRICTED',
];

/** Whether a number with this status of the provider is registered. */
export function isRegistered(status: unknown): boolean {
  return registeredStatuses.includes(status);
}

/** The provider's code for a locked account, and for data that differ from the account's, such as the PIN. */
const LOCKED_OR_WRONG_DATA = '131031';

/** Returns the error of a refused registration: where the PIN may be the reason, another one is asked for. */
export function registrationError(error: unknown): unknown {
  if (!(error instanceof AppError) || error.details.provider?.code !== LOCKED_OR_WRONG_DATA) return error;
  const { provider } = error.details;
  return new AppError(
    'conflict',
    {
      reason: 'wrong_pin',
      message:
        'The provider refuses to register the number: the PIN is not the one that it was registered with, or the ' +
        'business account is locked. Check the PIN, then the account quality at the provider.',
      provider,
    },
    { cause: error },
  );
}
