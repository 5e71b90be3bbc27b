import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { OutboxRow } from '@chat/bus';
import { reachSql, type Claim } from '@chat/idempotency';
import { JOIN_CONTACT_NAME } from '../contact-names/contact-names.repository';
import { JOIN_CONVERSATION, JOIN_MOVING } from '../visibility/survivor';
import { isBeingErased, isDeleted, isKept } from '../visibility/visible';
import { GIVEN_COLUMNS, IS_LAST, toGiven, type AppendedMessage } from './appended-message';
import { isAwaitedByChange } from './changed';
import { isForgotten } from './forgotten';
import type { MessageOrigin } from './message-origin';
import { MESSAGE_COLUMNS, type MessageRow } from './message.row';
import { storableJson } from './storable.rules';

/** A message to be appended, and its effect on its conversation. */
export interface NewMessage extends AppendedMessage {
  /** The name that the contact uses; null leaves it unchanged. */
  contactName: string | null;
  /**
   * Inbound: whether it is a notice rather than written by the contact. A notice is not unread and opens no window;
   * default false.
   */
  isNotice?: boolean;
  origin: MessageOrigin;
  /** Outbound: when to ask the connector about its outcome. */
  settleAt: Date | null;
  /** The message is written only if the contact's last message is later than this; absent: always. */
  wroteAfter?: Date;
  /**
   * The claim of the request's Idempotency-Key. Writing the message records that the network may be reached, and
   * requires the claim to be valid. Absent without a key.
   */
  claim?: Claim;
}

/**
 * Why a message was not written: its channel is deleted, it already exists, the contact has not written recently, or
 * its key passed to another request.
 */
export type Unwritten = 'deleted' | 'known' | 'window closed' | 'claim lost';

/** The result of appending a message, and whether a change of it arrived before it. */
export type Appended = { row: MessageRow; isChanged: boolean } | { row: null; why: Unwritten };

/** Identifies a message. */
export interface MessageKey {
  accountId: number;
  id: number;
}

/** A changed message and the events that report the change. */
export interface MessageChange extends MessageKey {
  /** The version on which the change is based. */
  knownVersion: number;
  row: MessageRow;
  events: OutboxRow[];
}

/** `IS_LAST` for inbound messages: a conversation may have none yet. */
const IS_LAST_INBOUND = `excluded.last_inbound_id IS NOT NULL AND
  ((known.last_inbound_at, known.last_inbound_id) > (excluded.last_inbound_at, excluded.last_inbound_id)) IS NOT TRUE`;

/** The first reason not to write a message, apart from its key; null if there is none. */
const WHY_UNWRITTEN = `CASE
      WHEN deleted.channel_id IS NOT NULL THEN 'deleted'
      WHEN known.id IS NOT NULL OR ${isForgotten('given')} THEN 'known'
      WHEN wrote_after IS NOT NULL AND (
        SELECT conversation.last_inbound_at > wrote_after FROM messaging.conversations AS conversation
        WHERE conversation.account_id = given.account_id AND conversation.channel_id = given.channel_id
          AND conversation.canonical_phone = given.canonical_phone) IS NOT TRUE THEN 'window closed'
    END`;

/**
 * When a message was sent. Some networks report whole seconds. If that second is the current one, or the conversation
 * already has a message in it, the message is placed at its end (but not in the future), so that a reply follows the
 * message that it answers.
 */
const OCCURRED_AT = `least(now(), CASE
        WHEN given.sent_at = date_trunc('second', given.sent_at) AND (
          given.sent_at > now() - interval '1 second' OR EXISTS (
            SELECT FROM messaging.conversations AS conversation
            WHERE conversation.account_id = given.account_id AND conversation.channel_id = given.channel_id
              AND conversation.canonical_phone = given.canonical_phone
              AND conversation.last_message_at > given.sent_at
              AND conversation.last_message_at < given.sent_at + interval '1 second'))
        THEN given.sent_at + interval '999 milliseconds' ELSE given.sent_at END)`;

/**
 * Records for the requests with keys that the network may be reached, and excludes those that have lost their claim.
 */
const REACH = `${reachSql('messaging', '(SELECT asked.*, message_id AS entity_id FROM asked WHERE why IS NULL)')},`;
const HAS_CLAIM = 'AND (key IS NULL OR message_id IN (SELECT entity_id FROM claimed))';

/**
 * Writes conversations, their messages, the blobs of these and the records of their keys in one statement, which by
 * itself is a transaction without extra round trips. Rows are locked in key order, so that replicas cannot deadlock.
 * Most messages have no key; for them the statement omits everything that concerns keys.
 */
const appendSql = ({ hasKeys }: { hasKeys: boolean }) => `
  WITH asked AS MATERIALIZED (
    SELECT given.*, nextval('messaging.messages_id_seq') AS message_id, ${OCCURRED_AT} AS occurred_at,
      given.direction = 'inbound' AND is_notice IS NOT TRUE AS is_written_to_us, ${WHY_UNWRITTEN} AS why
    FROM json_to_recordset($1) AS given(${GIVEN_COLUMNS}, contact_name text, is_notice boolean,
      origin jsonb, settle_at timestamptz, wrote_after timestamptz, key_namespace text, key text, key_owner uuid, lease_ms bigint)
    LEFT JOIN messaging.deleted_channels AS deleted
      ON deleted.account_id = given.account_id AND deleted.channel_id = given.channel_id
    LEFT JOIN messaging.messages AS known
      ON known.account_id = given.account_id AND known.channel_id = given.channel_id
        AND known.direction = given.direction AND known.chat_message_id = given.chat_message_id
  ), ${hasKeys ? REACH : ''} given AS MATERIALIZED (
    SELECT * FROM asked WHERE why IS NULL ${hasKeys ? HAS_CLAIM : ''}
  ), c AS (
    INSERT INTO messaging.conversations AS known (account_id, channel_id, contact_phone, canonical_phone,
      provider_user_id, username, contact_name, unread_count, last_message_id, last_message_at, last_inbound_id,
      last_inbound_at)
    SELECT account_id, channel_id, phone, canonical_phone, provider_user_id, username, contact_name,
      CASE WHEN is_written_to_us THEN 1 ELSE 0 END, message_id, occurred_at,
      CASE WHEN is_written_to_us THEN message_id END, CASE WHEN is_written_to_us THEN occurred_at END
    FROM given ORDER BY account_id, channel_id, canonical_phone
    ON CONFLICT ON CONSTRAINT conversations_contact DO UPDATE SET
      provider_user_id = coalesce(excluded.provider_user_id, known.provider_user_id),
      username = coalesce(excluded.username, known.username),
      contact_name = coalesce(excluded.contact_name, known.contact_name),
      unread_count = known.unread_count + excluded.unread_count,
      last_sequence = known.last_sequence + 1,
      last_message_id = CASE WHEN ${IS_LAST} THEN excluded.last_message_id ELSE known.last_message_id END,
      last_message_at = greatest(known.last_message_at, excluded.last_message_at),
      last_inbound_id = CASE WHEN ${IS_LAST_INBOUND} THEN excluded.last_inbound_id ELSE known.last_inbound_id END,
      last_inbound_at = greatest(known.last_inbound_at, excluded.last_inbound_at),
      updated_at = CASE WHEN ${IS_LAST} OR excluded.unread_count > 0
        THEN greatest(known.updated_at, now()) ELSE known.updated_at END
    RETURNING account_id, id, channel_id, last_sequence, contact_phone, canonical_phone, provider_user_id,
      username, contact_name
  ), m AS (
    INSERT INTO messaging.messages (account_id, id, conversation_id, channel_id, direction, source, type, body,
      content, extra, connector, status, chat_message_id, sequence, occurred_at, sent_at, delivered_at, settle_at, origin)
    SELECT account_id, message_id, c.id, channel_id, direction, source, type, body, content::jsonb, extra, connector, status,
      chat_message_id, c.last_sequence, occurred_at, CASE WHEN sent_at IS NOT NULL THEN occurred_at END,
      CASE WHEN status = 'delivered' THEN now() END, settle_at, origin
    FROM given JOIN c USING (account_id, channel_id, canonical_phone)
    RETURNING *
  ), taken AS (
    INSERT INTO messaging.blobs (account_id, blob, channel_id, size)
    SELECT m.account_id, given.blob, m.channel_id, given.blob_size FROM m JOIN given ON given.message_id = m.id
    WHERE given.blob IS NOT NULL
    ON CONFLICT ON CONSTRAINT blobs_pkey DO UPDATE SET due_at = NULL, size = excluded.size
  )
  SELECT ${MESSAGE_COLUMNS}, asked.place, coalesce(asked.why, 'claim lost') AS why, ${isAwaitedByChange('asked')} AS is_changed
  FROM asked LEFT JOIN m ON m.id = asked.message_id ${JOIN_MOVING}
  LEFT JOIN c ON c.account_id = m.account_id AND c.id = m.conversation_id ${JOIN_CONTACT_NAME}`;

const APPEND = appendSql({ hasKeys: false });
const APPEND_WITH_KEYS = appendSql({ hasKeys: true });

const READ = `
  SELECT ${MESSAGE_COLUMNS}, m.account_id
  FROM json_to_recordset($1) AS key(account_id bigint, id bigint)
  JOIN messaging.messages m USING (account_id, id)
  ${JOIN_CONVERSATION} ${JOIN_CONTACT_NAME}
  WHERE ${isKept('c')} AND NOT ${isDeleted('m')}`;

/**
 * Writes changes to messages that have not been changed or hidden in the meantime, with their events; in key order, as
 * above.
 */
const WRITE = `
  WITH given AS (
    SELECT * FROM json_to_recordset($1) AS given(account_id bigint, id bigint, status text, chat_message_id text,
      error jsonb, pricing jsonb, sent_at timestamptz, delivered_at timestamptz, read_at timestamptz, failed_at timestamptz,
      known_version int, version int, updated_at timestamptz)
  ), unchanged AS (
    SELECT m.account_id, m.id FROM messaging.messages m JOIN given USING (account_id, id)
    WHERE m.version = given.known_version AND NOT ${isDeleted('m')} AND NOT ${isBeingErased('m')}
    ORDER BY m.account_id, m.id
    FOR UPDATE OF m
  ), written AS (
    UPDATE messaging.messages AS m SET
      status = given.status, chat_message_id = given.chat_message_id, error = given.error,
      pricing = given.pricing, sent_at = given.sent_at,
      delivered_at = given.delivered_at, read_at = given.read_at, failed_at = given.failed_at, settle_at = NULL,
      version = given.version, updated_at = given.updated_at
    FROM given JOIN unchanged USING (account_id, id)
    WHERE m.account_id = given.account_id AND m.id = given.id
    RETURNING m.account_id, m.id
  ), told AS (
    INSERT INTO messaging.outbox (account_id, event_id, subject, document)
    SELECT event.account_id, event.event_id, event.subject, event.document
    FROM json_to_recordset($2) AS event(account_id bigint, id bigint, place int, event_id uuid, subject text, document text)
    JOIN written USING (account_id, id)
    ORDER BY event.place
  )
  SELECT account_id, id FROM written`;

/** Writes messages: they are appended to their conversation and then only move forward. */
@Injectable()
export class MessageJournalRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Appends messages to their conversations, creating these if needed. Sequence numbers are allocated under the lock of
   * the conversation's row, so there are no gaps.
   * @param messages at most one per conversation.
   * @returns per message its row, or why it was not written. (If one is delivered twice at the same moment, the
   * constraint refuses the second, which is then retried.)
   */
  async append(messages: NewMessage[], manager = this.dataSource.manager): Promise<Appended[]> {
    const given = messages.map((message, place) => ({
      ...toGiven(message, place),
      contact_name: message.contactName,
      is_notice: message.isNotice,
      origin: message.origin,
      settle_at: message.settleAt,
      wrote_after: message.wroteAfter,
      ...(message.claim && keyColumns(message.claim, message.settleAt)),
    }));
    const sql = messages.some(({ claim }) => claim) ? APPEND_WITH_KEYS : APPEND;
    const rows: AppendedRow[] = await manager.query(sql, [storableJson(given)]);
    const byPlace = new Map(rows.map((row) => [row.place, toAppended(row)]));
    return messages.map((_, place) => byPlace.get(place)!);
  }

  /** Returns the current state of the messages that exist. */
  async read(keys: MessageKey[]): Promise<(MessageRow & { account_id: number })[]> {
    const asked = keys.map(({ accountId, id }) => ({ account_id: accountId, id }));
    return this.dataSource.query(READ, [JSON.stringify(asked)]);
  }

  /**
   * Writes changes and their events by compare-and-set.
   * @returns what was written. The other messages were changed concurrently since they were read, or no longer exist.
   */
  async write(changes: MessageChange[]): Promise<MessageKey[]> {
    const given = changes.map(({ accountId, id, knownVersion, row }) => ({
      account_id: accountId,
      id,
      known_version: knownVersion,
      status: row.status,
      chat_message_id: row.chat_message_id,
      error: row.error,
      pricing: row.pricing,
      sent_at: row.sent_at,
      delivered_at: row.delivered_at,
      read_at: row.read_at,
      failed_at: row.failed_at,
      version: row.version,
      updated_at: row.updated_at,
    }));
    const published = changes.flatMap(({ id, events }) => events.map((event) => ({ ...event, id })));
    const events = published.map(({ id, accountId, eventId, subject, document }, place) => ({
      account_id: accountId,
      id,
      place,
      event_id: eventId,
      subject,
      document,
    }));
    const written: { account_id: number; id: number }[] = await this.dataSource.query(WRITE, [
      storableJson(given),
      JSON.stringify(events),
    ]);
    return written.map(({ account_id, id }) => ({ accountId: account_id, id }));
  }
}

type AppendedRow = { [Column in keyof MessageRow]: MessageRow[Column] | null } & {
  place: number;
  why: Unwritten;
  is_changed: boolean;
};

/** Unwritten messages have no id. */
function toAppended(row: AppendedRow): Appended {
  if (row.id === null) return { row: null, why: row.why };
  return { row: row as MessageRow, isChanged: row.is_changed };
}

/** Until the message is settled, its request counts as running. */
function keyColumns({ namespace, key, owner }: Claim, settleAt: Date | null): object {
  const leaseMs = settleAt && Math.max(0, settleAt.getTime() - Date.now());
  return { key_namespace: namespace, key, key_owner: owner, lease_ms: leaseMs };
}
