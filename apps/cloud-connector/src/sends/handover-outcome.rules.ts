import type { MessageContent } from '@chat/contracts/connector';
import type { AppError } from '@chat/errors';
import type { HandoverOutcome } from '@chat/connector-kit';
import { classifyError, type Transience } from '../provider/error-table.rules';
import {
  NoAnswerError,
  NotReachedError,
  ProviderRefusal,
  type ProviderErrorBody,
} from '../provider/provider-error';
import { isClean, toRefusal } from '../provider/refusal.rules';
import { unreachable } from '../provider/unreachable';
import { memberOf } from './outgoing-body.rules';

/** Includes the provider's own words if the provider refused. */
export type Refused = { kind: 'refused'; error: AppError; words?: ProviderErrorBody };

/** How one hand-over ended. */
export type Outcome = Exclude<HandoverOutcome, { kind: 'refused' }> | Refused;

/** `transient`: whether the same call may succeed shortly. */
export type Failure = (Refused & { transient?: Transience | undefined }) | { kind: 'unknown' };

/**
 * Decides how a failed call ended. Its outcome is unknown unless the provider refused it clearly or was never reached: the
 * message may be with the customer.
 * @throws what is no failure of the call.
 */
export function toFailure(error: unknown, content: MessageContent): Failure {
  if (error instanceof ProviderRefusal && isClean(error)) {
    const { transient } = classifyError(error.body);
    return {
      kind: 'refused',
      error: toRefusal(error.body, memberOf(content, error.body)),
      words: error.body,
      transient,
    };
  }
  if (error instanceof NotReachedError)
    return { kind: 'refused', error: unreachable(error), transient: 'always' };
  if (error instanceof NoAnswerError || error instanceof ProviderRefusal) return { kind: 'unknown' };
  throw error;
}
