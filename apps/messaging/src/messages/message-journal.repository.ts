import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { canonicalPhone } from '@chat/phone-numbers';
import type { MessageContent, MessageError } from '@chat/contracts/connector';
import { JOIN_CONTACT_NAME } from '../contact-names/contact-names.repository';
import { isVisible } from '../deleted-channels/visible';
import { toStorable } from './message-content.rules';
import { statesBefore, type MessageState } from './message-status.rules';
import { MESSAGE_COLUMNS, type MessageRow } from './message.row';

/** A message that comes into being, with what it does to its conversation. */
export interface NewMessage {
  channelId: number;
  /** Digits with country code. */
  phone: string;
  /** What the contact calls itself; null leaves the name as it is. */
  contactName: string | null;
  direction: MessageRow['direction'];
  source: MessageRow['source'];
  content: MessageContent;
  /** The service that hands it over, or brought it in. */
  connector: string;
  status: MessageState;
  chatMessageId: string | null;
  /** Inbound: when the contact sent it. Null: not sent yet. */
  sentAt: Date | null;
  /** Outbound: when to ask the connector what became of it. */
  settleAt: Date | null;
}

/** A step of a message, and what came with it. */
export interface Step {
  to: MessageState;
  /** When it happened, by the network's clock; null means now. */
  at?: Date | null;
  chatMessageId?: string | null;
  error?: MessageError | null;
}

/** Whether the message that is appended becomes the last one of the conversation `known`. */
const IS_LAST = `(excluded.last_message_at, excluded.last_message_id) > (known.last_message_at, known.last_message_id)`;

/** The conversation and its message in one statement: on its own it is a transaction without a round trip more. */
const APPEND = `
  WITH target AS (
    SELECT $1::bigint AS account_id, $2::bigint AS channel_id, nextval('messaging.messages_id_seq') AS message_id,
      least($3::timestamptz, now()) AS occurred_at
  ), c AS (
    INSERT INTO messaging.conversations AS known (account_id, channel_id, contact_phone, canonical_phone,
      contact_name, unread_count, last_message_id, last_message_at)
    SELECT account_id, channel_id, $4, $5, $6, CASE WHEN $7 = 'inbound' THEN 1 ELSE 0 END, message_id, occurred_at
    FROM target
    WHERE ${isVisible('target')} AND NOT EXISTS (
      SELECT FROM messaging.messages
      WHERE account_id = $1 AND channel_id = $2 AND direction = $7 AND chat_message_id = $11)
    ON CONFLICT ON CONSTRAINT conversations_contact DO UPDATE SET
      contact_name = coalesce(excluded.contact_name, known.contact_name),
      unread_count = known.unread_count + excluded.unread_count,
      last_sequence = known.last_sequence + 1,
      last_message_id = CASE WHEN ${IS_LAST} THEN excluded.last_message_id ELSE known.last_message_id END,
      last_message_at = greatest(known.last_message_at, excluded.last_message_at),
      updated_at = CASE WHEN ${IS_LAST} OR excluded.unread_count > 0
        THEN greatest(known.updated_at, now()) ELSE known.updated_at END
    RETURNING account_id, id, last_sequence, contact_phone, canonical_phone, contact_name
  ), m AS (
    INSERT INTO messaging.messages (account_id, id, conversation_id, channel_id, direction, source, type, body,
      content, connector, status, chat_message_id, sequence, occurred_at, sent_at, delivered_at, settle_at)
    SELECT target.account_id, message_id, c.id, channel_id, $7, $8, $9, $10, $14::jsonb, $15, $12, $11, c.last_sequence,
      occurred_at, CASE WHEN $3 IS NOT NULL THEN occurred_at END, CASE WHEN $12 = 'delivered' THEN now() END, $13
    FROM target, c
    RETURNING *
  )
  SELECT ${MESSAGE_COLUMNS}
  FROM m CROSS JOIN c ${JOIN_CONTACT_NAME}`;

const ADVANCE = `
  WITH before AS (
    SELECT account_id, id, status, greatest(coalesce($4, now()), created_at, sent_at, delivered_at) AS happened_at
    FROM messaging.messages
    WHERE account_id = $1 AND id = $2 AND direction = 'outbound' AND status = ANY ($3)
      AND ${isVisible('messages')}
    FOR UPDATE
  ), m AS (
    UPDATE messaging.messages AS now_known SET
      status = $5,
      chat_message_id = coalesce(chat_message_id, $6),
      error = $7,
      sent_at = CASE WHEN $5 IN ('sent', 'delivered', 'read') THEN coalesce(sent_at, happened_at) ELSE sent_at END,
      delivered_at = CASE WHEN $5 IN ('delivered', 'read') THEN coalesce(delivered_at, happened_at) ELSE delivered_at END,
      read_at = CASE WHEN $5 = 'read' THEN happened_at END,
      failed_at = CASE WHEN $5 = 'failed' THEN happened_at END,
      settle_at = NULL,
      version = version + 1,
      updated_at = greatest(updated_at, now())
    FROM before
    WHERE now_known.account_id = before.account_id AND now_known.id = before.id
    RETURNING now_known.*, before.status AS from_status
  )
  SELECT ${MESSAGE_COLUMNS}, m.from_status
  FROM m JOIN messaging.conversations c ON c.account_id = m.account_id AND c.id = m.conversation_id
  ${JOIN_CONTACT_NAME}`;

/** Writes messages: they are appended to their conversation and then only move forward. */
@Injectable()
export class MessageJournalRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Appends a message to the contact's conversation, which it creates if needed. The lock on the conversation's row
   * gives out the sequence, so it has no gaps.
   * @returns null, with nothing written, for a deleted channel and for an inbound message that is here already. (Two
   * deliveries of one at the same moment: the constraint refuses the second, which is then tried again.)
   */
  async append(
    accountId: number,
    message: NewMessage,
    manager = this.dataSource.manager,
  ): Promise<MessageRow | null> {
    const { type, body, content } = toStorable(message.content);
    const [row]: MessageRow[] = await manager.query(APPEND, [
      accountId,
      message.channelId,
      message.sentAt,
      message.phone,
      canonicalPhone(message.phone),
      message.contactName,
      message.direction,
      message.source,
      type,
      body,
      message.chatMessageId,
      message.status,
      message.settleAt,
      content,
      message.connector,
    ]);
    return row ?? null;
  }

  /**
   * Moves an outbound message forward by compare-and-set. What it passes on the way gets its time too.
   * @returns the message and where it came from; null when it is that far already, or gone with its channel.
   */
  async advance(
    accountId: number,
    id: number,
    { to, at = null, chatMessageId = null, error = null }: Step,
    manager = this.dataSource.manager,
  ): Promise<{ row: MessageRow; from: MessageState } | null> {
    const [found]: (MessageRow & { from_status: MessageState })[] = await manager.query(ADVANCE, [
      accountId,
      id,
      statesBefore(to),
      at,
      to,
      chatMessageId,
      error,
    ]);
    return found ? { row: found, from: found.from_status } : null;
  }
}
