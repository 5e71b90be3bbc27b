import type { ListedMessageRow } from '../messages/message.row';

/**
 * A conversation is returned with its last message: the row is that of the message, plus the conversation's own columns.
 * Without one, the message's columns are null.
 */
export interface ConversationRow extends Omit<ListedMessageRow, 'id'> {
  /** The id of the message. */
  id: number | null;
  /** The service that handed over or received the last message. */
  connector: string | null;
  unread_count: number;
  last_message_at: string;
  last_inbound_at: string | null;
  conversation_created_at: string;
  conversation_updated_at: string;
}

export function hasMessage(row: ConversationRow): row is ConversationRow & ListedMessageRow {
  return row.id !== null;
}
