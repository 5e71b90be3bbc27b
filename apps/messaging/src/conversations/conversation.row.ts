import type { ListedMessageRow } from '../messages/message.row';

/** A conversation is answered with its last message: the row is that message's, and what is the conversation's own. */
export interface ConversationRow extends ListedMessageRow {
  unread_count: number;
  last_message_at: string;
  conversation_created_at: string;
  conversation_updated_at: string;
}
