import type { ListedMessageRow } from '../messages/message.row';

/**
 * A conversation is returned with its last message: the row is that of the message, plus the conversation's own
 * columns.
 */
export interface ConversationRow extends ListedMessageRow {
  /** The service that handed over or received the last message. */
  connector: string;
  unread_count: number;
  last_message_at: string;
  last_inbound_at: string | null;
  conversation_created_at: string;
  conversation_updated_at: string;
}
