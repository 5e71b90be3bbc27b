import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { COUNT_LIMIT, type PageRequest, type TimePosition } from '@chat/lists';
import { JOIN_CONTACT_NAME } from '../contact-names/contact-names.repository';
import { isVisible } from '../deleted-channels/visible';
import { LISTED_MESSAGE_COLUMNS } from '../messages/message.row';
import type { ConversationRow } from './conversation.row';

/** The conversations that a query selects, each with its last message. */
const withLastMessage = (conversations: string) => `
  SELECT ${LISTED_MESSAGE_COLUMNS}, c.unread_count, c.last_message_at,
    c.created_at AS conversation_created_at, c.updated_at AS conversation_updated_at
  FROM (${conversations}) AS c
  JOIN messaging.messages m ON m.account_id = c.account_id AND m.id = c.last_message_id
  ${JOIN_CONTACT_NAME}`;

/** Reads conversations, of one channel or (with null) of all. What belongs to a deleted channel is not there. */
@Injectable()
export class ConversationsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async find(accountId: number, id: number): Promise<ConversationRow | null> {
    const [row]: ConversationRow[] = await this.dataSource.query(
      withLastMessage(`
        SELECT * FROM messaging.conversations c WHERE c.account_id = $1 AND c.id = $2 AND ${isVisible('c')}`),
      [accountId, id],
    );
    return row ?? null;
  }

  /** Where to write to, to write into the conversation. */
  async findAddress(
    accountId: number,
    id: number,
  ): Promise<{ channel_id: number; contact_phone: string } | null> {
    const [row]: { channel_id: number; contact_phone: string }[] = await this.dataSource.query(
      `SELECT c.channel_id, c.contact_phone FROM messaging.conversations c
       WHERE c.account_id = $1 AND c.id = $2 AND ${isVisible('c')}`,
      [accountId, id],
    );
    return row ?? null;
  }

  /** The conversations by latest activity: one more than a page holds. */
  async page(
    accountId: number,
    channelId: number | null,
    { perPage, offset, before }: PageRequest & { before: TimePosition },
  ): Promise<ConversationRow[]> {
    return this.dataSource.query(
      `${withLastMessage(`
        SELECT * FROM messaging.conversations c
        WHERE c.account_id = $1 AND ($2::bigint IS NULL OR c.channel_id = $2)
          AND (c.last_message_at, c.id) < ($3, $4) AND ${isVisible('c')}
        ORDER BY c.last_message_at DESC, c.id DESC
        LIMIT $5 OFFSET $6`)}
       ORDER BY c.last_message_at DESC, c.id DESC`,
      [accountId, channelId, before.at, before.id, perPage + 1, offset],
    );
  }

  /** How many there are, counted no further than lists tell. */
  async count(accountId: number, channelId: number | null): Promise<number> {
    const [row]: [{ total: number }] = await this.dataSource.query(
      `SELECT count(*) AS total FROM (
         SELECT FROM messaging.conversations c
         WHERE c.account_id = $1 AND ($2::bigint IS NULL OR c.channel_id = $2) AND ${isVisible('c')}
         LIMIT $3) AS counted`,
      [accountId, channelId, COUNT_LIMIT + 1],
    );
    return row.total;
  }
}
