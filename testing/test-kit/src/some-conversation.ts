import type { Conversation } from '@chat/contracts/messaging';
import { someMessage } from './some-message';

/** The conversation of {@link someMessage} in the format of messaging, for specs that play that service. */
export const someConversation: Conversation = {
  id: someMessage.conversation_id,
  chat_account_id: someMessage.chat_account_id,
  contact: someMessage.contact,
  unread_count: 1,
  window_expires_at: '2026-02-01T10:20:30.000+00:00',
  last_message: someMessage,
  last_message_at: someMessage.created_at,
  created_at: someMessage.created_at,
  updated_at: someMessage.created_at,
};
