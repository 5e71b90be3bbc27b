import { toNullableTimestamp, toTimestamp } from '@chat/service-kit';
import type { Conversation } from '@chat/contracts/messaging';
import { windowExpiresAt } from '../care-window/care-window.rules';
import type { MediaUrls } from '../messages/media-urls';
import { toContact, toMessage } from '../messages/message.mapper';
import { hasMessage, type ConversationRow } from './conversation.row';

/** @param hasCareWindow whether the channel's network has a customer care window. */
export function toConversation(row: ConversationRow, hasCareWindow: boolean, urls: MediaUrls): Conversation {
  const lastInboundAt = row.last_inbound_at === null ? null : new Date(row.last_inbound_at);
  return {
    id: row.conversation_id,
    chat_account_id: row.channel_id,
    contact: toContact(row),
    unread_count: row.unread_count,
    window_expires_at: hasCareWindow ? toNullableTimestamp(windowExpiresAt(lastInboundAt)) : null,
    last_message: hasMessage(row) ? toMessage(row, urls) : null,
    last_message_at: toTimestamp(row.last_message_at),
    created_at: toTimestamp(row.conversation_created_at),
    updated_at: toTimestamp(row.conversation_updated_at),
  };
}
