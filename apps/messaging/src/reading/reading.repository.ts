import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { isKept, isVisible } from '../deleted-channels/visible';

/** The newest message that somebody had not read. */
export interface NewestRead {
  channel_id: number;
  chat_message_id: string;
  /** The service that brought it in. */
  connector: string;
}

@Injectable()
export class ReadingRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Nothing of the conversation is unread any more. What comes in at the same moment counts either way: whose lock on
   * the row is later decides.
   * @returns null when nothing was unread, or there is no such conversation.
   */
  async markRead(accountId: number, id: number, manager: EntityManager): Promise<NewestRead | null> {
    const [row]: NewestRead[] = await manager.query(
      `WITH read AS (
         UPDATE messaging.conversations AS c SET unread_count = 0, updated_at = greatest(updated_at, now())
         WHERE c.account_id = $1 AND c.id = $2 AND c.unread_count > 0 AND ${isKept('c')} AND ${isVisible('c')}
         RETURNING c.account_id, c.last_inbound_id
       )
       SELECT m.channel_id, m.chat_message_id, m.connector
       FROM read JOIN messaging.messages m ON m.account_id = read.account_id AND m.id = read.last_inbound_id`,
      [accountId, id],
    );
    return row ?? null;
  }

  async isDeleted(accountId: number, channelId: number): Promise<boolean> {
    const rows: unknown[] = await this.dataSource.query(
      'SELECT FROM messaging.deleted_channels WHERE account_id = $1 AND channel_id = $2',
      [accountId, channelId],
    );
    return rows.length > 0;
  }
}
