import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { digestOf } from '../messages/forgotten';
import { blobOf, expiryOf } from '../messages/message-blob';
import { JOIN_MOVING } from '../visibility/survivor';

/** What an account keeps, in days; null: forever. */
export interface RetentionDays {
  messageDays: number | null;
  mediaDays: number | null;
}

/** An account whose old messages are due. */
export interface DueRetention extends RetentionDays {
  accountId: number;
  /** The message up to which no bytes are left. */
  mediaUpToId: number;
}

/** How long a deleted message is recognized when the network delivers it again. */
const TOMBSTONE = `interval '7 days'`;

const DAYS = 'message_days AS "messageDays", media_days AS "mediaDays"';
const BLOB = blobOf('m');

/**
 * Deletes the oldest messages of an account ($1) that are older than $2 days, at most $3, and what refers to them. Ids
 * grow with the time of arrival, so the primary key finds them. Those whose outcome is still awaited stay until it is
 * known. Conversations are locked before their messages, in the order in which everybody locks them. One whose last message
 * goes shows the last that is left, notices aside; one without messages keeps its id and its last sequence number.
 */
const DELETE_MESSAGES = `
  WITH page AS MATERIALIZED (
    SELECT m.id, coalesce(moving.merged_into, m.conversation_id) AS conversation_id, m.channel_id, m.direction,
      m.chat_message_id, ${BLOB} AS blob,
      m.created_at < now() - $2 * interval '1 day' AS is_old, m.settle_at IS NOT NULL AS is_awaited
    FROM messaging.messages m ${JOIN_MOVING} WHERE m.account_id = $1 ORDER BY m.id LIMIT $3
  ), old AS MATERIALIZED (
    SELECT * FROM page WHERE is_old AND NOT is_awaited
  ), c AS MATERIALIZED (
    SELECT c.account_id, c.id FROM messaging.conversations c
    WHERE c.account_id = $1 AND c.id = ANY (ARRAY(SELECT conversation_id FROM old))
    ORDER BY c.channel_id, c.canonical_phone FOR UPDATE OF c
  ), deleted AS (
    DELETE FROM messaging.messages m USING (SELECT count(*) FROM c) AS locked
    WHERE m.account_id = $1 AND m.id = ANY (ARRAY(SELECT id FROM old))
  ), remembered AS (
    INSERT INTO messaging.forgotten_messages (account_id, channel_id, direction, id_digest)
    SELECT $1, channel_id, direction, ${digestOf('chat_message_id')} FROM old WHERE chat_message_id IS NOT NULL
    ON CONFLICT DO NOTHING
  ), released AS (
    UPDATE messaging.blobs SET due_at = now()
    WHERE account_id = $1 AND blob = ANY (ARRAY(SELECT blob FROM old WHERE blob IS NOT NULL))
  ), shown AS (
    UPDATE messaging.conversations conversation SET
      last_message_id = coalesce(newest.id, conversation.last_message_id),
      last_message_at = coalesce(newest.occurred_at, conversation.last_message_at),
      unread_count = CASE WHEN newest.id IS NULL THEN 0 ELSE conversation.unread_count END, updated_at = now()
    FROM c LEFT JOIN LATERAL (
      SELECT left_over.id, left_over.occurred_at FROM messaging.messages left_over
      WHERE left_over.account_id = c.account_id AND left_over.conversation_id = c.id
        AND left_over.type <> 'system' AND left_over.id <> ALL (ARRAY(SELECT id FROM old))
      ORDER BY left_over.occurred_at DESC, left_over.id DESC LIMIT 1) AS newest ON true
    WHERE conversation.account_id = c.account_id AND conversation.id = c.id
      AND conversation.last_message_id = ANY (ARRAY(SELECT id FROM old))
  )
  SELECT (SELECT count(*) FROM old) AS deleted, coalesce((SELECT count(*) = $3 AND bool_and(is_old) FROM page), false) AS "hasMore"`;

/**
 * Marks the files of the next messages of an account ($1) after $4 as deleted, if they are older than $2 days. A message
 * that is stored at the same time as another may have the lower id and the later time, so the first that is not as old is
 * looked at again.
 */
const EXPIRE_MEDIA = `
  WITH page AS MATERIALIZED (
    SELECT m.id, CASE WHEN ${expiryOf('m')} IS NULL THEN ${BLOB} END AS blob,
      m.created_at < now() - $2 * interval '1 day' AS is_old
    FROM messaging.messages m WHERE m.account_id = $1 AND m.id > $4 ORDER BY m.id LIMIT $3
  ), old AS MATERIALIZED (
    SELECT * FROM page WHERE is_old
  ), released AS (
    UPDATE messaging.blobs SET due_at = now()
    WHERE account_id = $1 AND blob = ANY (ARRAY(SELECT blob FROM old WHERE blob IS NOT NULL))
  ), marked AS (
    UPDATE messaging.messages m SET version = version + 1, updated_at = now(),
      content = jsonb_set(m.content, ARRAY[CASE WHEN m.content ? 'media' THEN 'media' ELSE 'header_media' END, 'expired'], 'true')
    WHERE m.account_id = $1 AND m.id = ANY (ARRAY(SELECT id FROM old WHERE blob IS NOT NULL))
  )
  SELECT (SELECT coalesce(min(id) FILTER (WHERE NOT is_old) - 1, max(id)) FROM page) AS "upToId", coalesce((SELECT count(*) = $3 AND bool_and(is_old) FROM page), false) AS "hasMore"`;

/** The accounts that do not keep everything, and what they no longer keep. */
@Injectable()
export class RetentionRepository {
  constructor(private readonly dataSource: DataSource) {}

  async find(accountId: number, manager = this.dataSource.manager): Promise<RetentionDays | null> {
    const [row]: RetentionDays[] = await manager.query(
      `SELECT ${DAYS} FROM messaging.retention WHERE account_id = $1`,
      [accountId],
    );
    return row ?? null;
  }

  async set(
    accountId: number,
    { messageDays, mediaDays }: RetentionDays,
    manager: EntityManager,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO messaging.retention (account_id, message_days, media_days) VALUES ($1, $2, $3)
       ON CONFLICT ON CONSTRAINT retention_pkey DO UPDATE SET
         message_days = excluded.message_days, media_days = excluded.media_days, due_at = now()`,
      [accountId, messageDays, mediaDays],
    );
  }

  /** Returns the account that is due longest, locked until the transaction ends; null if no unlocked one is. */
  async takeDue(manager: EntityManager): Promise<DueRetention | null> {
    const [row]: DueRetention[] = await manager.query(
      `SELECT account_id AS "accountId", ${DAYS}, media_up_to_id AS "mediaUpToId" FROM messaging.retention
       WHERE due_at <= now() AND coalesce(message_days, media_days) IS NOT NULL
       ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
    );
    return row ?? null;
  }

  /** @returns whether more may be as old. */
  async deleteMessages(
    accountId: number,
    days: number,
    limit: number,
    manager: EntityManager,
  ): Promise<boolean> {
    const [row]: [{ deleted: number; hasMore: boolean }] = await manager.query(DELETE_MESSAGES, [
      accountId,
      days,
      limit,
    ]);
    return row.hasMore && row.deleted > 0;
  }

  /** @returns up to which message no bytes are left, and whether more may be as old. */
  async expireMedia(
    { accountId, mediaUpToId }: DueRetention,
    days: number,
    limit: number,
    manager: EntityManager,
  ): Promise<{ upToId: number; hasMore: boolean }> {
    const [row]: [{ upToId: number | null; hasMore: boolean }] = await manager.query(EXPIRE_MEDIA, [
      accountId,
      days,
      limit,
      mediaUpToId,
    ]);
    return { upToId: row.upToId ?? mediaUpToId, hasMore: row.hasMore };
  }

  async postpone(
    accountId: number,
    mediaUpToId: number,
    delayMs: number,
    manager: EntityManager,
  ): Promise<void> {
    await manager.query(
      `UPDATE messaging.retention SET due_at = now() + $3 * interval '1 ms', media_up_to_id = $2 WHERE account_id = $1`,
      [accountId, mediaUpToId, delayMs],
    );
  }

  /** Deletes tombstones of messages that no network delivers any more. @returns whether there may be more. */
  async deleteTombstones(limit: number): Promise<boolean> {
    const [, deleted]: [unknown, number] = await this.dataSource.query(
      `DELETE FROM messaging.forgotten_messages WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM messaging.forgotten_messages WHERE forgotten_at < now() - ${TOMBSTONE}
         ORDER BY forgotten_at LIMIT $1 FOR UPDATE SKIP LOCKED))`,
      [limit],
    );
    return deleted === limit;
  }
}
