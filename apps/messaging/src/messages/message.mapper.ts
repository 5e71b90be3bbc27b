import { toNullableTimestamp, toTimestamp } from '@chat/service-kit';
import type { Message, MessageContact, MessageError, MessageEventData } from '@chat/contracts/messaging';
import { toStatus, type MessageState } from './message-status.rules';

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

/** The columns of a `MessageRow`: `messaging.messages m`, its `messaging.conversations c`, and `joinContactName`. */
export const messageColumns = `
  m.id, m.conversation_id, m.channel_id, n.contact_id, c.contact_phone, coalesce(n.name, c.contact_name) AS contact_name,
  m.chat_message_id, m.direction, m.source, m.type, m.body, m.status, m.error, m.sequence, m.version, m.occurred_at, m.sent_at, m.delivered_at, m.read_at,
  m.failed_at, m.created_at, m.updated_at`;

export function toMessage(row: MessageRow): Message {
  return {
    id: row.id,
    conversation_id: row.conversation_id,
    chat_account_id: row.channel_id,
    contact: toContact(row),
    chat_message_id: row.chat_message_id,
    direction: row.direction,
    source: row.source,
    type: row.type,
    message: row.body,
    media: null,
    media_url: null,
    location: null,
    template: null,
    interactive: null,
    status: toStatus(row.status),
    error: row.error,
    sequence: row.sequence,
    sent_at: toNullableTimestamp(row.sent_at),
    delivered_at: toNullableTimestamp(row.delivered_at),
    read_at: toNullableTimestamp(row.read_at),
    failed_at: toNullableTimestamp(row.failed_at),
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  };
}

export function toContact(row: MessageRow): MessageContact {
  return { id: row.contact_id, name: row.contact_name, phone: row.contact_phone };
}

export function toEventData(row: MessageRow): MessageEventData {
  return { message: toMessage(row), contact: toContact(row), conversation_id: row.conversation_id };
}
