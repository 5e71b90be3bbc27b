import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { survivorOf } from '../visibility/survivor';
import { isKept, isVisible } from '../visibility/visible';

/** The newest message that was unread. */
export interface NewestRead {
  channel_id: number;
  chat_message_id: string;
  /** The service that received it. */
  connector: string;
}

@Injectable()
export class ReadingRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Marks the conversation as read. Whether a message that arrives at the same moment is included depends on who locks
   * the row first.
   * @returns null if nothing was unread, or the conversation does not exist.
   */
  async markRead(accountId: number, id: number, manager: EntityManager): Promise<NewestRead | null> {
    const [row]: NewestRead[] = await manager.query(
      `WITH read AS (
         UPDATE messaging.conversations AS c SET unread_count = 0, updated_at = greatest(updated_at, now())
         WHERE c.account_id = $1 AND c.id = ${survivorOf('$2')} AND c.unread_count > 0 AND ${isKept('c')} AND ${isVisible('c')}
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
