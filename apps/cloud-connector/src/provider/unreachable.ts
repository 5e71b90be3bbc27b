import { AppError } from '@chat/errors';

/** The error for a request that never reached the provider. */
export function unreachable(cause?: unknown): AppError {
  return new AppError(
    'provider_error',
    {
      reason: 'provider_unreachable',
      message: 'The provider could not be reached. Nothing was done. Try again shortly.',
    },
    { cause },
  );
}
