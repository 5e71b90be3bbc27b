import type { AppError, ErrorBody } from '@chat/errors';

/** A row of the table `sends`: the outcome of one message. */
export interface SendRow {
  message_id: number;
  chat_message_id: string | null;
  state: 'sending' | 'accepted' | 'refused' | 'unknown';
  /** Why it was refused. */
  error: ErrorBody | null;
}

/** A send by its account and our id of the message. */
export interface SendName {
  accountId: number;
  messageId: number;
}

/** The key of a record. */
export interface RecordKey {
  account_id: number;
  message_id: number;
}

/** How the hand-over of a message ended. */
export type HandoverOutcome =
  | { kind: 'accepted'; chatMessageId: string }
  /** Refused before the network had it. */
  | { kind: 'refused'; error: AppError }
  | { kind: 'unknown' };

/** The columns that the end of a send sets. */
export interface SendEnd extends SendName {
  state: 'accepted' | 'refused' | 'unknown';
  chatMessageId: string | null;
  error: ErrorBody | null;
}

/** The columns for an outcome. */
export function endOf(name: SendName, outcome: HandoverOutcome): SendEnd {
  return {
    ...name,
    state: outcome.kind,
    chatMessageId: outcome.kind === 'accepted' ? outcome.chatMessageId : null,
    error: outcome.kind === 'refused' ? outcome.error.toBody() : null,
  };
}
