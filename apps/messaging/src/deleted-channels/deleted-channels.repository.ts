import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

export interface DeletedChannel {
  account_id: number;
  channel_id: number;
}

/** In this order: messages refer to their conversation. */
const TABLES = ['messages', 'conversations'];

/** The marks of deleted channels, and the removal of what these left. */
@Injectable()
export class DeletedChannelsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** From now on nobody reads or writes anything of the channel, and what it has is purged. */
  async mark(accountId: number, channelId: number, manager = this.dataSource.manager): Promise<void> {
    await manager.query(
      `INSERT INTO messaging.deleted_channels (account_id, channel_id) VALUES ($1, $2)
       ON CONFLICT DO NOTHING`,
      [accountId, channelId],
    );
  }

  /** The channel whose turn it is, kept from other replicas until the transaction ends; null when none is due. */
  async takeDue(manager: EntityManager): Promise<DeletedChannel | null> {
    const [channel]: DeletedChannel[] = await manager.query(
      `SELECT account_id, channel_id FROM messaging.deleted_channels
       WHERE purge_at <= now() ORDER BY purge_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
    );
    return channel ?? null;
  }

  /** Deletes up to `limit` rows of the channel. @returns how many; 0 when nothing is left. */
  async purgeSome(
    accountId: number,
    channelId: number,
    limit: number,
    manager: EntityManager,
  ): Promise<number> {
    for (const table of TABLES) {
      const [, deleted]: [unknown, number] = await manager.query(
        `DELETE FROM messaging.${table} WHERE ctid = ANY (ARRAY(
           SELECT ctid FROM messaging.${table} WHERE account_id = $1 AND channel_id = $2 LIMIT $3))`,
        [accountId, channelId, limit],
      );
      if (deleted > 0) return deleted;
    }
    return 0;
  }

  /** The channel's next turn comes when the others that are due had theirs. */
  async requeue(accountId: number, channelId: number, manager: EntityManager): Promise<void> {
    await manager.query(
      `UPDATE messaging.deleted_channels SET purge_at = now() WHERE account_id = $1 AND channel_id = $2`,
      [accountId, channelId],
    );
  }

  /**
   * Lets a channel rest of which nothing is left. What was under way when it was marked may still leave a row: it
   * gets another turn after a tenth of the time that has passed. The mark goes when nothing can tell of the channel
   * any more: an event is published again for 3 days, waits in the stream for 7 and may then be a dead letter for 30.
   */
  async rest(accountId: number, channelId: number, manager: EntityManager): Promise<void> {
    await manager.query(
      `DELETE FROM messaging.deleted_channels
       WHERE account_id = $1 AND channel_id = $2 AND deleted_at < now() - interval '40 days'`,
      [accountId, channelId],
    );
    await manager.query(
      `UPDATE messaging.deleted_channels
       SET purge_at = now() + greatest(interval '1 minute', (now() - deleted_at) / 10)
       WHERE account_id = $1 AND channel_id = $2`,
      [accountId, channelId],
    );
  }
}
