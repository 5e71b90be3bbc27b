import { toTimestamp } from '@chat/service-kit';
import type { Conversation } from '@chat/contracts/messaging';
import { toContact, toMessage, type MessageRow } from '../messages/message.mapper';

/** A conversation is answered with its last message: the row is that message's, and what is the conversation's own. */
export interface ConversationRow extends MessageRow {
  unread_count: number;
  last_message_at: Date;
  conversation_created_at: Date;
  conversation_updated_at: Date;
}

export function toConversation(row: ConversationRow): Conversation {
  return {
    id: row.conversation_id,
    chat_account_id: row.channel_id,
    contact: toContact(row),
    unread_count: row.unread_count,
    window_expires_at: null,
    last_message: toMessage(row),
    last_message_at: toTimestamp(row.last_message_at),
    created_at: toTimestamp(row.conversation_created_at),
    updated_at: toTimestamp(row.conversation_updated_at),
  };
}
