import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { MediaData, MediaReference, MessageError } from '@chat/contracts/connector';
import { JOIN_CONVERSATION } from '../visibility/survivor';
import { isKept, isVisible } from '../visibility/visible';
import type { MessageState } from '../messages/message-status.rules';
import { storableJson } from '../messages/storable.rules';

/** The media of a message, if it has any. */
export interface MessageMediaRow {
  media: MediaReference | null;
  status: MessageState;
  error: MessageError | null;
}

/** The result of settling the media of one message. */
export type MediaSettlement =
  { kind: 'settled'; messageId: number; conversationId: number } | { kind: 'has_other_media' | 'absent' };

/** The media of messages. */
@Injectable()
export class MessageMediaRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** @returns null if the account has no such message. */
  async find(accountId: number, id: number): Promise<MessageMediaRow | null> {
    const [row]: MessageMediaRow[] = await this.dataSource.query(
      `SELECT coalesce(m.content->'media', m.content->'header_media') AS media, m.status, m.error
       FROM messaging.messages m
       ${JOIN_CONVERSATION}
       WHERE m.account_id = $1 AND m.id = $2 AND ${isKept('c')} AND ${isVisible('m')}`,
      [accountId, id],
    );
    return row ?? null;
  }

  /** Records the result of a message's awaited media. */
  async settle(
    accountId: number,
    { channel_id, chat_message_id, media, error }: MediaData,
    manager: EntityManager,
  ): Promise<MediaSettlement> {
    const [row]: { is_settled: boolean; id: number; conversation_id: number }[] = await manager.query(
      `WITH known AS (
         SELECT id, conversation_id, content->'media'->>'blob' = $4 AS is_settled FROM messaging.messages
         WHERE account_id = $1 AND channel_id = $2 AND direction IN ('inbound', 'outbound') AND chat_message_id = $3
         FOR UPDATE
       ), settled AS (
         UPDATE messaging.messages AS m SET content = jsonb_set(content, '{media}', $5::jsonb), error = coalesce($6::jsonb, error),
           version = version + 1,
           updated_at = CASE WHEN $6::jsonb IS NULL AND content->'media' @> $5::jsonb THEN updated_at ELSE now() END
         FROM known WHERE known.is_settled AND m.account_id = $1 AND m.id = known.id
       ), sized AS (
         UPDATE messaging.blobs SET size = $7 FROM known
         WHERE known.is_settled AND blobs.account_id = $1 AND blobs.blob = $4
       )
       SELECT coalesce(is_settled, false) AS is_settled, id, conversation_id FROM known`,
      [
        accountId,
        channel_id,
        chat_message_id,
        media.blob,
        storableJson(media),
        error && storableJson(error),
        error ? 0 : media.size,
      ],
    );
    if (!row) return { kind: 'absent' };
    if (!row.is_settled) return { kind: 'has_other_media' };
    return { kind: 'settled', messageId: row.id, conversationId: row.conversation_id };
  }

  /** Whether the channel is deleted, so that its messages are no longer kept. */
  async isDeleted(accountId: number, channelId: number, manager: EntityManager): Promise<boolean> {
    const rows: unknown[] = await manager.query(
      `SELECT FROM messaging.deleted_channels WHERE account_id = $1 AND channel_id = $2`,
      [accountId, channelId],
    );
    return rows.length > 0;
  }
}
