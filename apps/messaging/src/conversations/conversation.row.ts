import type { ListedMessageRow } from '../messages/message.row';

/** A conversation is answered with its last message: the row is that message's, and what is the conversation's own. */
export interface ConversationRow extends ListedMessageRow {
  /** The service that took, or brought in, the last message. */
  connector: string;
  unread_count: number;
  last_message_at: string;
  last_inbound_at: string | null;
  conversation_created_at: string;
  conversation_updated_at: string;
}
