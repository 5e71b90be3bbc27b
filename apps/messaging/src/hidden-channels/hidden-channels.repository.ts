import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

export interface HiddenChannel {
  account_id: number;
  channel_id: number;
}

/** The channels that are deleted, and the removal of what they left. */
@Injectable()
export class HiddenChannelsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async hide(accountId: number, channelId: number, manager = this.dataSource.manager): Promise<void> {
    await manager.query(
      `INSERT INTO messaging.hidden_channels (account_id, channel_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
      [accountId, channelId],
    );
  }

  async unpurged(): Promise<HiddenChannel[]> {
    return this.dataSource.query(
      `SELECT account_id, channel_id FROM messaging.hidden_channels WHERE purged_at IS NULL ORDER BY hidden_at`,
    );
  }

  /** Keeps other replicas off this channel until the transaction ends; false when one is at it. */
  async lock(accountId: number, channelId: number, manager: EntityManager): Promise<boolean> {
    const rows: unknown[] = await manager.query(
      `SELECT 1 FROM messaging.hidden_channels
       WHERE account_id = $1 AND channel_id = $2 AND purged_at IS NULL FOR UPDATE SKIP LOCKED`,
      [accountId, channelId],
    );
    return rows.length > 0;
  }

  /** Deletes up to `limit` rows of the channel, messages before their conversations. @returns how many. */
  async deleteSome(
    accountId: number,
    channelId: number,
    limit: number,
    manager: EntityManager,
  ): Promise<number> {
    for (const table of ['messages', 'conversations']) {
      const [, deleted]: [unknown, number] = await manager.query(
        `DELETE FROM messaging.${table} WHERE ctid = ANY (ARRAY(
           SELECT ctid FROM messaging.${table} WHERE account_id = $1 AND channel_id = $2 LIMIT $3))`,
        [accountId, channelId, limit],
      );
      if (deleted > 0) return deleted;
    }
    return 0;
  }

  /** Ends the purge, unless the channel was hidden so recently that a send under way may still leave a row. */
  async markPurged(accountId: number, channelId: number, manager: EntityManager): Promise<void> {
    await manager.query(
      `UPDATE messaging.hidden_channels SET purged_at = now()
       WHERE account_id = $1 AND channel_id = $2 AND hidden_at < now() - interval '1 minute'`,
      [accountId, channelId],
    );
  }
}
