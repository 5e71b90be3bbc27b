import type { MessageRow } from '../messages/message.row';

/** A conversation is answered with its last message: the row is that message's, and what is the conversation's own. */
export interface ConversationRow extends MessageRow {
  unread_count: number;
  last_message_at: Date;
  conversation_created_at: Date;
  conversation_updated_at: Date;
}
