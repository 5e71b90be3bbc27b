import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { GIVEN_COLUMNS, toGiven, type AppendedMessage } from '../messages/appended-message';
import type { MessageOrigin } from '../messages/message-origin';
import { storableJson } from '../messages/storable.rules';
import { isDeleted, isKept } from '../visibility/visible';

/** A notice of the network about a person. */
export interface Notice extends AppendedMessage {
  chatMessageId: string;
  sentAt: Date;
  origin: MessageOrigin;
}

/** It takes a number, and changes nothing else of the conversation: nobody wrote it. */
const APPEND = `
  WITH given AS MATERIALIZED (
    SELECT * FROM json_to_recordset($1) AS given(${GIVEN_COLUMNS}, origin jsonb)
  ), c AS (
    UPDATE messaging.conversations AS c SET last_sequence = c.last_sequence + 1
    FROM given
    WHERE c.account_id = given.account_id AND c.id = $2 AND ${isKept('c')} AND NOT ${isDeleted('c')} AND NOT EXISTS (
      SELECT FROM messaging.messages AS known
      WHERE known.account_id = given.account_id AND known.channel_id = given.channel_id
        AND known.direction = given.direction AND known.chat_message_id = given.chat_message_id)
    RETURNING c.account_id, c.id, c.last_sequence
  )
  INSERT INTO messaging.messages (account_id, conversation_id, channel_id, direction, source, type, body, content,
    extra, connector, status, chat_message_id, sequence, occurred_at, sent_at, delivered_at, origin)
  SELECT account_id, c.id, channel_id, direction, source, type, body, content::jsonb, extra, connector, status,
    chat_message_id, c.last_sequence, least(now(), sent_at), least(now(), sent_at), now(), origin
  FROM given JOIN c USING (account_id)
  RETURNING id`;

@Injectable()
export class NoticesRepository {
  /** @returns whether the notice was appended: it is not known yet, and the conversation is there. */
  async append(notice: Notice, conversationId: number, manager: EntityManager): Promise<boolean> {
    const given = { ...toGiven(notice, 0), origin: notice.origin };
    const rows: unknown[] = await manager.query(APPEND, [storableJson([given]), conversationId]);
    return rows.length > 0;
  }
}
