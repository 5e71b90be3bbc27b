import { AppError } from '@chat/errors';
import type { ProviderErrorBody } from '../provider/provider-error';
import { refusalSentence, toRefusal } from '../provider/refusal.rules';

/** The request members that the provider's subcodes refer to. */
const members: ReadonlyMap<number, string> = new Map([
  [2388040, 'body'],
  [2388047, 'header_format'],
  [2388072, 'body'],
  [2388073, 'footer'],
  [2388293, 'body'],
  [2388299, 'body'],
]);
const TEMPLATE_LIMIT = 2388019;
/** The name and language exist, or were deleted in the last 30 days. */
const takenNames: readonly (number | null)[] = [2388023, 2388024];
const NO_SUCH_TEMPLATE = 2593002;
const INVALID_PARAMETER = 100;

/** Returns the caller's error for a refusal of a template by the provider. */
export function templateRefusal(error: ProviderErrorBody): AppError {
  const refusal = toRefusal(error);
  const { provider } = refusal.details;
  if (error.code !== INVALID_PARAMETER || refusal.code !== 'validation_error') return refusal;
  if (takenNames.includes(error.subcode)) {
    return new AppError('conflict', {
      ...(provider && { provider }),
      reason: 'template_exists',
      message:
        'The provider account has, or recently had, a template with this name and language. Use another name.',
    });
  }
  if (error.subcode === TEMPLATE_LIMIT) {
    return new AppError('limit_reached', {
      ...(provider && { provider }),
      message: 'The provider account has reached its template limit. Delete one there.',
    });
  }
  const member = members.get(error.subcode ?? 0);
  const sentence = refusalSentence(error);
  return new AppError('validation_error', {
    ...(provider && { provider }),
    // Where no field is at fault, correcting one would not help.
    ...(!member && { message: sentence }),
    errors: { [member ?? 'template']: [sentence] },
  });
}

/** Whether a refusal says that the template does not exist. */
export function isGone({ code, subcode }: ProviderErrorBody): boolean {
  return code === INVALID_PARAMETER && subcode === NO_SUCH_TEMPLATE;
}
