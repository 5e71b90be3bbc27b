import type { EntityManager } from 'typeorm';

/** A channel whose turn it is. */
export interface DueChannel {
  accountId: number;
  channelId: number;
  /**
   * Nothing can tell of the channel any more: an event is published again for 3 days, waits in the stream for 7 and
   * may then be a dead letter for 30.
   */
  isForgettable: boolean;
}

/** The table `deleted_channels` of one service. */
export class ChannelMarksRepository {
  constructor(private readonly schema: string) {}

  /** A channel that is marked already keeps its mark as it is. */
  async add(accountId: number, channelId: number, manager: EntityManager): Promise<void> {
    await manager.query(
      `INSERT INTO ${this.schema}.deleted_channels (account_id, channel_id) VALUES ($1, $2)
       ON CONFLICT DO NOTHING`,
      [accountId, channelId],
    );
  }

  /** Whether a channel is due, by one statement without a lock: most often none is. */
  async hasDue(manager: EntityManager): Promise<boolean> {
    const due: unknown[] = await manager.query(
      `SELECT FROM ${this.schema}.deleted_channels WHERE purge_at <= now() LIMIT 1`,
    );
    return due.length > 0;
  }

  /** The channel whose turn it is, kept from other replicas until the transaction ends; null when none is due. */
  async takeDue(manager: EntityManager): Promise<DueChannel | null> {
    const [channel]: DueChannel[] = await manager.query(
      `SELECT account_id AS "accountId", channel_id AS "channelId",
         deleted_at < now() - interval '40 days' AS "isForgettable"
       FROM ${this.schema}.deleted_channels
       WHERE purge_at <= now() ORDER BY purge_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
    );
    return channel ?? null;
  }

  /** The channel's next turn comes when the others that are due had theirs. */
  async requeue({ accountId, channelId }: DueChannel, manager: EntityManager): Promise<void> {
    await manager.query(
      `UPDATE ${this.schema}.deleted_channels SET purge_at = now() WHERE account_id = $1 AND channel_id = $2`,
      [accountId, channelId],
    );
  }

  /**
   * The channel's next turn comes after a tenth of the time since its deletion: what was under way then, or came late,
   * may still leave a row, the less likely the longer it is ago.
   */
  async rest({ accountId, channelId }: DueChannel, manager: EntityManager): Promise<void> {
    await manager.query(
      `UPDATE ${this.schema}.deleted_channels
       SET purge_at = now() + greatest(interval '1 minute', (now() - deleted_at) / 10)
       WHERE account_id = $1 AND channel_id = $2`,
      [accountId, channelId],
    );
  }

  async remove({ accountId, channelId }: DueChannel, manager: EntityManager): Promise<void> {
    await manager.query(
      `DELETE FROM ${this.schema}.deleted_channels WHERE account_id = $1 AND channel_id = $2`,
      [accountId, channelId],
    );
  }
}
