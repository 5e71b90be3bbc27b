import type { Pool } from 'pg';
import type { StoredInbound, WrittenMessage } from '../oracles/inbound.rules';
import type { StoredSend, TakenSend } from '../oracles/sends.rules';
import type { TakenShape } from '../oracles/shapes.rules';

/** A stored message with a file. */
export interface StoredFileMessage {
  readonly direction: 'inbound' | 'outbound';
  readonly chatMessageId: string | null;
  /** Its caption. */
  readonly label: string | null;
  readonly blob: string;
  readonly sha256: string;
  /** Whether its bytes are still to be copied. */
  readonly isAwaited: boolean;
  /** Whether it reports that its bytes are lost. */
  readonly isLost: boolean;
}

/** The text or the caption of a message on the phones' network, or on the provider's cloud. */
const PHONE_LABEL = `coalesce(messages.text, other->>'caption')`;
const CLOUD_LABEL = `coalesce(content->'text'->>'body', content->(content->>'type')->>'caption')`;
/** The same of what we send: where it has no text of its own, what makes it unique. */
const SENT_PHONE_LABEL = `coalesce(${PHONE_LABEL}, other->'contacts'->0->'name'->>'formatted_name',
  'reaction ' || (other->'reaction'->>'emoji') || ' ' || (other->'reaction'->>'message_id'),
  CASE other->>'type' WHEN 'sticker' THEN 'sticker ' || media.sha256 END)`;
const SENT_CLOUD_LABEL = `coalesce(${CLOUD_LABEL}, content->'contacts'->0->'name'->>'formatted_name',
  content->'interactive'->'body'->>'text',
  'reaction ' || (content->'reaction'->>'emoji') || ' ' || (content->'reaction'->>'message_id'),
  CASE content->>'type' WHEN 'sticker' THEN 'sticker ' || cloud_media.sha256 END)`;
/** With the digest of the bytes that the network has, which may differ from the announced one. */
const OF_PHONES = `FROM sandbox.messages LEFT JOIN sandbox.media ON media.ref = other->'media'->>'ref'`;
const OF_CLOUD = `FROM sandbox.cloud_messages LEFT JOIN sandbox.cloud_media ON cloud_media.id = media_id`;
/** What people did to their messages on the cloud: for each, the last that counts. */
const CHANGES = `
  SELECT DISTINCT ON (original) original, type = 'revoke' AS is_deleted, text
  FROM sandbox.cloud_messages, LATERAL (SELECT content->>'type' AS type,
    content->(content->>'type')->>'original_message_id' AS original,
    content->'edit'->'message'->'text'->>'body' AS text) AS change
  WHERE direction = 'in' AND type IN ('edit', 'revoke')
  ORDER BY original, is_deleted DESC, sent_at DESC`;
/** What comes from people on the cloud and is no message of its own. */
const NO_MESSAGES = `('edit', 'revoke', 'system')`;

/** The messages on both networks and in the tables, as of one audit: each ledger is read once and cached. */
export class MessageLedgers {
  private readonly read = new Map<string, Promise<unknown[]>>();

  constructor(private readonly database: Pool) {}

  /** The sends that both networks accepted: the sandbox never refuses a repeated one. */
  taken(): Promise<TakenSend[]> {
    return this.rows(
      `SELECT reference::int, chat_message_id AS "chatMessageId", ${SENT_PHONE_LABEL} AS label, media.sha256,
         read_at IS NOT NULL AS "isRead"
       ${OF_PHONES} WHERE reference IS NOT NULL
       UNION ALL
       SELECT reference::int, wamid, ${SENT_CLOUD_LABEL}, cloud_media.sha256, read_at IS NOT NULL
       ${OF_CLOUD} WHERE direction = 'out'`,
    );
  }

  /** The same sends, each with its kind and what it must not be sent without. */
  shapes(): Promise<TakenShape[]> {
    return this.rows(
      `SELECT reference::int, ${SENT_PHONE_LABEL} AS label,
         concat_ws(' ', coalesce(other->>'type', 'text'), CASE other->>'type' WHEN 'image' THEN media.sha256 END,
           'answering ' || reply_to) AS shape
       ${OF_PHONES} WHERE reference IS NOT NULL
       UNION ALL
       SELECT reference::int, ${SENT_CLOUD_LABEL},
         concat_ws(' ', content->>'type', content->'interactive'->>'type',
           CASE content->>'type' WHEN 'image' THEN cloud_media.sha256 END,
           CASE content->'text'->>'preview_url' WHEN 'true' THEN 'with a preview' END,
           'answering ' || (content->'context'->>'message_id'))
       ${OF_CLOUD} WHERE direction = 'out'`,
    );
  }

  storedSends(): Promise<StoredSend[]> {
    return this.rows(
      `SELECT id::int, status, chat_message_id AS "chatMessageId" FROM messaging.messages WHERE direction = 'outbound'`,
    );
  }

  /** The messages of people, as both networks accepted them, with their last edit; one that was deleted has no text. */
  written(): Promise<WrittenMessage[]> {
    return this.rows(
      `SELECT chat_message_id AS "chatMessageId", ${PHONE_LABEL} AS text, media.sha256
       ${OF_PHONES} WHERE reference IS NULL
       UNION ALL
       SELECT wamid, CASE WHEN NOT coalesce(is_deleted, false) THEN coalesce(changes.text, ${CLOUD_LABEL}) END,
         cloud_media.sha256
       ${OF_CLOUD} LEFT JOIN (${CHANGES}) AS changes ON original = wamid
       WHERE direction = 'in' AND content->>'type' NOT IN ${NO_MESSAGES}`,
    );
  }

  /** The ids of everything that people on the cloud wrote, edits and deletions included. */
  async fromPeople(): Promise<Set<string>> {
    const rows = await this.rows<{ wamid: string }>(
      `SELECT wamid FROM sandbox.cloud_messages WHERE direction = 'in'`,
    );
    return new Set(rows.map(({ wamid }) => wamid));
  }

  /** Whatever the cloud accepted from these numbers. */
  async writtenBy(numbers: readonly string[]): Promise<{ chatMessageId: string; isNotice: boolean }[]> {
    const { rows } = await this.database.query<{ chatMessageId: string; isNotice: boolean }>(
      `SELECT wamid AS "chatMessageId", content->>'type' = 'system' AS "isNotice" FROM sandbox.cloud_messages
       WHERE direction = 'in' AND wa_id = ANY ($1) ORDER BY id`,
      [numbers],
    );
    return rows;
  }

  /** The messages that were edited or deleted without an event about it. */
  async untoldChanges(): Promise<string[]> {
    const rows = await this.rows<{ what: string }>(
      `WITH told AS MATERIALIZED (
         SELECT document::json->>'subject' AS entity, document::json->>'type' AS type FROM messaging.outbox)
       SELECT 'the change of message ' || m.id AS what FROM messaging.messages m
       WHERE coalesce(deleted_at, edited_at) IS NOT NULL AND NOT EXISTS (SELECT FROM told
         WHERE told.entity = 'messages/' || m.id
           AND type = CASE WHEN deleted_at IS NULL THEN 'message.updated' ELSE 'message.deleted' END)`,
    );
    return rows.map(({ what }) => what);
  }

  storedInbound(): Promise<StoredInbound[]> {
    return this.rows(
      `SELECT chat_message_id AS "chatMessageId", body AS text FROM messaging.messages WHERE direction = 'inbound'`,
    );
  }

  storedFiles(): Promise<StoredFileMessage[]> {
    return this.rows(
      `SELECT direction, chat_message_id AS "chatMessageId", body AS label, content->'media'->>'blob' AS blob,
         content->'media'->>'sha256' AS sha256, coalesce((content->'media'->>'awaited')::boolean, false) AS "isAwaited",
         direction = 'inbound' AND error IS NOT NULL AS "isLost"
       FROM messaging.messages WHERE content->'media' IS NOT NULL`,
    );
  }

  /** The messages whose bytes a connector has yet to copy, by their ids on the network. */
  async awaited(): Promise<Set<string>> {
    const jobs = ['device_sessions', 'cloud_connector'].map(
      (schema) => `SELECT data::json->>'chatMessageId' AS id FROM ${schema}.jobs
        WHERE type = 'copy-inbound-media' AND state IN ('waiting', 'running')`,
    );
    return new Set((await this.rows<{ id: string }>(jobs.join(' UNION ALL '))).map(({ id }) => id));
  }

  private rows<T extends object>(sql: string): Promise<T[]> {
    const known = this.read.get(sql);
    if (known) return known as Promise<T[]>;
    const reading = this.database.query<T>(sql).then(({ rows }) => rows);
    this.read.set(sql, reading);
    return reading;
  }
}
