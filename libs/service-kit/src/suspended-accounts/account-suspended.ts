import { AppError } from '@chat/errors';

/** The refusal of everything that a suspended account asks for. */
export function accountSuspended(): AppError {
  return new AppError('feature_disabled', {
    reason: 'account_suspended',
    message: 'The account is suspended. What arrives for it is kept. Ask the operator of this service.',
  });
}
