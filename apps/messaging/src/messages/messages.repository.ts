import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { COUNT_LIMIT, type PageRequest, type TimePosition } from '@chat/lists';
import { JOIN_CONTACT_NAME } from '../contact-names/contact-names.repository';
import { isVisible } from '../deleted-channels/visible';
import { LISTED_MESSAGE_COLUMNS, MESSAGE_COLUMNS, type MessageRow } from './message.row';

/** Reads messages. What belongs to a deleted channel is not there. */
@Injectable()
export class MessagesRepository {
  constructor(private readonly dataSource: DataSource) {}

  async find(accountId: number, id: number): Promise<MessageRow | null> {
    const [row]: MessageRow[] = await this.dataSource.query(
      `SELECT ${MESSAGE_COLUMNS}
       FROM messaging.messages m
       JOIN messaging.conversations c ON c.account_id = m.account_id AND c.id = m.conversation_id
       ${JOIN_CONTACT_NAME}
       WHERE m.account_id = $1 AND m.id = $2 AND ${isVisible('m')}`,
      [accountId, id],
    );
    return row ?? null;
  }

  /** The messages of a conversation, the last one sent first: one more than a page holds. */
  async page(
    accountId: number,
    conversationId: number,
    { perPage, offset, before }: PageRequest & { before: TimePosition },
  ): Promise<MessageRow[]> {
    return this.dataSource.query(
      `SELECT ${LISTED_MESSAGE_COLUMNS}
       FROM (
         SELECT * FROM messaging.messages m
         WHERE m.account_id = $1 AND m.conversation_id = $2 AND (m.occurred_at, m.id) < ($3, $4) AND ${isVisible('m')}
         ORDER BY m.occurred_at DESC, m.id DESC
         LIMIT $5 OFFSET $6) AS m
       JOIN messaging.conversations c ON c.account_id = m.account_id AND c.id = m.conversation_id
       ${JOIN_CONTACT_NAME}
       ORDER BY m.occurred_at DESC, m.id DESC`,
      [accountId, conversationId, before.at, before.id, perPage + 1, offset],
    );
  }

  /** How many messages a conversation has, hidden or not, counted no further than lists tell. */
  async count(accountId: number, conversationId: number): Promise<number> {
    const [row]: [{ total: number }] = await this.dataSource.query(
      `SELECT count(*) AS total FROM (
         SELECT FROM messaging.messages m
         WHERE m.account_id = $1 AND m.conversation_id = $2
         LIMIT $3) AS counted`,
      [accountId, conversationId, COUNT_LIMIT + 1],
    );
    return row.total;
  }

  /** Whether there is such a conversation. */
  async hasConversation(accountId: number, conversationId: number): Promise<boolean> {
    const rows: unknown[] = await this.dataSource.query(
      `SELECT FROM messaging.conversations c WHERE c.account_id = $1 AND c.id = $2 AND ${isVisible('c')}`,
      [accountId, conversationId],
    );
    return rows.length > 0;
  }
}
