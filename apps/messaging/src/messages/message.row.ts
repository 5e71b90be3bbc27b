import type { MessageError, MessagePricing } from '@chat/contracts/connector';
import type { Message, MessageAuthor } from '@chat/contracts/messaging';
import type { Listed } from '@chat/lists';
import { REACTIONS, REPLY_TO } from '../visibility/references';
import { SEQUENCE } from '../visibility/survivor';
import type { ContentColumns } from './message-content.rules';
import type { MessageState } from './message-status.rules';

/** A reaction. */
export interface StoredReaction {
  direction: Message['direction'];
  emoji: string;
  message_id: number;
  at: string;
}

/** A message with the contact of its conversation, as returned by every query of messages. */
export interface MessageRow extends ContentColumns {
  id: number;
  conversation_id: number;
  channel_id: number;
  /** The contact in the address book that has the conversation's number. */
  contact_id: number | null;
  /** Null if the network hides the number. */
  contact_phone: string | null;
  provider_user_id: string | null;
  /** From the address book, or else the name that the contact uses. */
  contact_name: string | null;
  contact_username: string | null;
  chat_message_id: string | null;
  direction: Message['direction'];
  source: Message['source'];
  /** Whether `body` is only the beginning of the text. */
  is_cut: boolean;
  status: MessageState;
  error: MessageError | null;
  pricing: MessagePricing | null;
  /** Null for messages that no request sent, and for those of release 0.2. */
  author: MessageAuthor | null;
  sequence: number;
  /** The message that it answers; null if that is not there. */
  reply_to: number | null;
  /** Null if there are none. */
  reactions: StoredReaction[] | null;
  version: number;
  occurred_at: Date;
  sent_at: Date | null;
  delivered_at: Date | null;
  read_at: Date | null;
  failed_at: Date | null;
  edited_at: Date | null;
  deleted_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** A message with what its network said besides. */
export interface WholeMessageRow extends MessageRow {
  extra: object | null;
}

/** A message as read by lists. */
export type ListedMessageRow = Listed<MessageRow>;

/** Lists cut texts longer than this, in code points. */
const LISTED_LENGTH = 4_096;

/** Content of an unknown kind is shown unless it is large; it would be read for every page of a list. */
const COLUMNS = `
  m.id, c.id AS conversation_id, m.channel_id, n.contact_id, c.contact_phone, c.provider_user_id, coalesce(n.name, c.contact_name) AS contact_name,
  c.username AS contact_username,  m.chat_message_id, m.direction, m.source, m.type, CASE WHEN m.type <> 'unsupported' OR octet_length(m.content->>'raw') <= 65536 THEN m.content END AS content,
  m.status, m.error, m.pricing, nullif(m.origin->'author', 'null') AS author, ${SEQUENCE}, m.version, ${REPLY_TO}, ${REACTIONS}`;

const TIMES = [
  'occurred_at',
  'sent_at',
  'delivered_at',
  'read_at',
  'failed_at',
  'edited_at',
  'deleted_at',
  'created_at',
  'updated_at',
];

/**
 * The columns of a `MessageRow`, from `messaging.messages m`, `JOIN_CONVERSATION` and `JOIN_CONTACT_NAME`.
 */
export const MESSAGE_COLUMNS = `${COLUMNS}, ${TIMES.map((name) => `m.${name}`).join(', ')}, m.body, false AS is_cut`;

/**
 * The columns of a `ListedMessageRow`, from the same tables. A long text is cut: Postgres knows the size of a text
 * without reading it, and `left` reads only what it returns. Select them for the rows of the page, not for rows that
 * are skipped.
 */
export const LISTED_MESSAGE_COLUMNS = `${COLUMNS}, ${TIMES.map((name) => `m.${name}::text`).join(', ')}, left(m.body, ${LISTED_LENGTH}) AS body,
  coalesce(octet_length(m.body) > ${LISTED_LENGTH}
    AND char_length(left(m.body, ${LISTED_LENGTH + 1})) > ${LISTED_LENGTH}, false) AS is_cut`;
