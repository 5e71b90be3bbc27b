import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isDeleted } from '../visibility/visible';
import { isForgotten } from '../messages/forgotten';
import { GIVEN_COLUMNS, IS_LAST, toGiven } from '../messages/appended-message';
import { storableJson } from '../messages/storable.rules';
import type { PastMessage } from './history.rules';

const GIVEN = `json_to_recordset($1) AS given(${GIVEN_COLUMNS}, error jsonb)`;

/** A condition: the account would not keep the past message behind an alias. */
const isOutdated = (alias: string) => `EXISTS (
  SELECT FROM messaging.retention
  WHERE retention.account_id = ${alias}.account_id
    AND ${alias}.sent_at < now() - retention.message_days * interval '1 day')`;

/**
 * Appends any number of messages to any conversations in one statement. Each conversation allocates as many sequence
 * numbers as it gets messages, under the lock of its row, so there are no gaps. Unread counts and care windows are
 * unchanged. Rows are locked in key order, conversations first.
 */
const APPEND = `
  WITH given AS MATERIALIZED (
    SELECT given.*, nextval('messaging.messages_id_seq') AS message_id, least(sent_at, now()) AS occurred_at
    FROM (SELECT * FROM ${GIVEN} ORDER BY place) AS given
    WHERE NOT ${isDeleted('given')} AND NOT ${isForgotten('given')} AND NOT ${isOutdated('given')} AND NOT EXISTS (
      SELECT FROM messaging.messages AS known
      WHERE known.account_id = given.account_id AND known.channel_id = given.channel_id
        AND known.direction IN ('inbound', 'outbound') AND known.chat_message_id = given.chat_message_id)
  ), numbered AS (
    SELECT given.*, row_number() OVER (person ORDER BY occurred_at, message_id) AS number,
      count(*) OVER person AS total
    FROM given WINDOW person AS (PARTITION BY account_id, channel_id, canonical_phone)
  ), c AS (
    INSERT INTO messaging.conversations AS known (account_id, channel_id, contact_phone, canonical_phone,
      provider_user_id, username, last_sequence, last_message_id, last_message_at)
    SELECT account_id, channel_id, phone, canonical_phone, provider_user_id, username, total, message_id, occurred_at
    FROM numbered WHERE number = total
    ORDER BY account_id, channel_id, canonical_phone
    ON CONFLICT ON CONSTRAINT conversations_contact DO UPDATE SET
      provider_user_id = coalesce(known.provider_user_id, excluded.provider_user_id),
      username = coalesce(known.username, excluded.username),
      last_sequence = known.last_sequence + excluded.last_sequence,
      last_message_id = CASE WHEN ${IS_LAST} THEN excluded.last_message_id ELSE known.last_message_id END,
      last_message_at = greatest(known.last_message_at, excluded.last_message_at),
      updated_at = CASE WHEN ${IS_LAST} THEN greatest(known.updated_at, now()) ELSE known.updated_at END
    RETURNING account_id, id, channel_id, canonical_phone, last_sequence
  ), m AS (
    INSERT INTO messaging.messages (account_id, id, conversation_id, channel_id, direction, source, type, body,
      content, extra, connector, status, error, chat_message_id, sequence, occurred_at, sent_at, delivered_at)
    SELECT account_id, message_id, c.id, channel_id, direction, source, type, body, content::jsonb, extra, connector, status,
      error, chat_message_id, c.last_sequence - total + number, occurred_at, occurred_at,
      CASE WHEN direction = 'inbound' THEN now() END
    FROM numbered JOIN c USING (account_id, channel_id, canonical_phone)
    RETURNING account_id, id, channel_id
  )
  INSERT INTO messaging.blobs (account_id, blob, channel_id, size)
  SELECT m.account_id, given.blob, m.channel_id, given.blob_size FROM m JOIN given ON given.message_id = m.id
  WHERE given.blob IS NOT NULL
  ON CONFLICT ON CONSTRAINT blobs_pkey DO UPDATE SET due_at = NULL, size = excluded.size`;

/**
 * Media replaces the placeholder that announced it, which also tells who sent it: some versions of the provider name the
 * person as the sender of all media. A message that was deleted stays empty, and a caption that was edited stays.
 */
const FILL = `
  WITH announced AS (
    SELECT m.account_id, m.id, m.channel_id, given.type,
      CASE WHEN m.edited_at IS NULL THEN given.body ELSE m.body END AS body, given.content, given.extra, given.blob,
      given.blob_size
    FROM ${GIVEN} JOIN messaging.messages m USING (account_id, channel_id, chat_message_id)
    WHERE m.type = 'unsupported' AND m.direction IN ('inbound', 'outbound') AND m.deleted_at IS NULL
    ORDER BY m.account_id, m.id FOR UPDATE OF m
  ), filled AS (
    UPDATE messaging.messages AS m SET type = announced.type, body = announced.body,
      content = announced.content::jsonb, extra = coalesce(announced.extra, m.extra), version = version + 1,
      updated_at = now()
    FROM announced WHERE m.account_id = announced.account_id AND m.id = announced.id
  )
  INSERT INTO messaging.blobs (account_id, blob, channel_id, size)
  SELECT account_id, blob, channel_id, blob_size FROM announced WHERE blob IS NOT NULL
  ON CONFLICT ON CONSTRAINT blobs_pkey DO UPDATE SET due_at = NULL, size = excluded.size`;

/** A placeholder that comes after its media tells who sent it. */
const CORRECT = `
  UPDATE messaging.messages AS m SET direction = given.direction, source = given.source, status = given.status,
    error = given.error, delivered_at = NULL, version = version + 1, updated_at = now()
  FROM ${GIVEN}
  WHERE m.account_id = given.account_id AND m.channel_id = given.channel_id AND m.direction = 'inbound'
    AND m.chat_message_id = given.chat_message_id AND given.direction = 'outbound' AND m.type <> 'unsupported'`;

/** Writes past messages in batches. */
@Injectable()
export class HistoryRepository {
  /** Lets only one part of a channel be imported at a time, until the transaction ends: the provider repeats parts. */
  async lock(channelId: number, manager: EntityManager): Promise<void> {
    await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('messaging.history', $1))`, [
      channelId,
    ]);
  }

  /**
   * Appends messages to their conversations, creating these if needed. Skips messages that already exist, and those of
   * deleted channels. (If one is written live at the same moment, the constraint refuses the second, which is then
   * retried.)
   * @param messages without duplicates, sorted by the time they were sent.
   */
  async append(messages: readonly PastMessage[], manager: EntityManager): Promise<void> {
    await manager.query(APPEND, [storableJson(messages.map(toGivenPast))]);
  }

  /** Gives media that came before the placeholders of outbound messages their direction. */
  async correct(placeholders: readonly PastMessage[], manager: EntityManager): Promise<void> {
    await manager.query(CORRECT, [storableJson(placeholders.map(toGivenPast))]);
  }

  /** Adds media to the messages that announced it. */
  async fill(messages: readonly PastMessage[], manager: EntityManager): Promise<void> {
    await manager.query(FILL, [storableJson(messages.map(toGivenPast))]);
  }
}

function toGivenPast(message: PastMessage, place: number): object {
  return { ...toGiven(message, place), error: message.error };
}
