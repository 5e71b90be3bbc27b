import { toShownError } from '@chat/contracts/connector';
import type { SentMessage } from '@chat/contracts/messaging';
import { AppError, type ErrorBody } from '@chat/errors';
import type { Outcome } from '@chat/idempotency';
import type { MessageRow } from '../messages/message.row';

type Known = Pick<MessageRow, 'id' | 'conversation_id' | 'chat_message_id' | 'status' | 'sent_at' | 'error'>;

/** The outcome for the request that created a message, as far as the message shows it yet. */
export function outcomeOf(row: Known): Outcome<SentMessage> {
  const ids = { message_id: row.id, conversation_id: row.conversation_id };
  // A message that failed after the network had accepted it counts as sent.
  if (row.sent_at !== null && row.chat_message_id !== null) {
    return { status: 201, data: { ...ids, chat_message_id: row.chat_message_id } };
  }
  if (row.status !== 'failed') return new AppError('provider_outcome_unknown', ids);
  const error = toShownError(row.error);
  if (!error) return new AppError('provider_error', ids);
  const { reason, ...said } = error;
  return AppError.fromBody({ ...said, ...(reason !== null && { reason }), ...ids } as ErrorBody);
}
