import type { Message, MessageError } from '@chat/contracts/messaging';
import type { MessageState } from './message-status.rules';

/** A message with the contact of its conversation, as every query of messages answers it. */
export interface MessageRow {
  id: number;
  conversation_id: number;
  channel_id: number;
  /** The contact in the address book that has the number of the conversation. */
  contact_id: number | null;
  contact_phone: string;
  /** In the address book or, if it is not there, what the contact calls itself. */
  contact_name: string | null;
  chat_message_id: string | null;
  direction: Message['direction'];
  source: Message['source'];
  type: Message['type'];
  body: string | null;
  status: MessageState;
  error: MessageError | null;
  sequence: number;
  version: number;
  occurred_at: Date;
  sent_at: Date | null;
  delivered_at: Date | null;
  read_at: Date | null;
  failed_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** The columns of a `MessageRow`: `messaging.messages m`, its `messaging.conversations c`, and `JOIN_CONTACT_NAME`. */
export const MESSAGE_COLUMNS = `
  m.id, m.conversation_id, m.channel_id, n.contact_id, c.contact_phone, coalesce(n.name, c.contact_name) AS contact_name,
  m.chat_message_id, m.direction, m.source, m.type, m.body, m.status, m.error, m.sequence, m.version,
  m.occurred_at, m.sent_at, m.delivered_at, m.read_at, m.failed_at, m.created_at, m.updated_at`;
