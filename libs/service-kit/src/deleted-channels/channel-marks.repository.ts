import type { EntityManager } from 'typeorm';

/** A channel that is due for a purge. */
export interface DueChannel {
  accountId: number;
  channelId: number;
  /**
   * No event about the channel can still arrive: an event is republished for up to 3 days, stays in the stream for 7
   * and may then be a dead letter for 30.
   */
  isForgettable: boolean;
}

/** The table `deleted_channels` of one service. */
export class ChannelMarksRepository {
  constructor(private readonly schema: string) {}

  /** Marks a channel as deleted; an existing mark is left unchanged. */
  async add(accountId: number, channelId: number, manager: EntityManager): Promise<void> {
    await manager.query(
      `INSERT INTO ${this.schema}.deleted_channels (account_id, channel_id) VALUES ($1, $2)
       ON CONFLICT DO NOTHING`,
      [accountId, channelId],
    );
  }

  /** Returns whether a channel is due, with one statement and without a lock: usually none is. */
  async hasDue(manager: EntityManager): Promise<boolean> {
    const due: unknown[] = await manager.query(
      `SELECT FROM ${this.schema}.deleted_channels WHERE purge_at <= now() LIMIT 1`,
    );
    return due.length > 0;
  }

  /** Returns the longest due channel, locked until the transaction ends; null when no unlocked one is due. */
  async takeDue(manager: EntityManager): Promise<DueChannel | null> {
    const [channel]: DueChannel[] = await manager.query(
      `SELECT account_id AS "accountId", channel_id AS "channelId",
         deleted_at < now() - interval '40 days' AS "isForgettable"
       FROM ${this.schema}.deleted_channels
       WHERE purge_at <= now() ORDER BY purge_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
    );
    return channel ?? null;
  }

  /** Moves the channel behind all others that are due. */
  async requeue({ accountId, channelId }: DueChannel, manager: EntityManager): Promise<void> {
    await manager.query(
      `UPDATE ${this.schema}.deleted_channels SET purge_at = now() WHERE account_id = $1 AND channel_id = $2`,
      [accountId, channelId],
    );
  }

  /**
   * Postpones the channel's next purge by a tenth of the time since its deletion, at least 1 minute: work that was in
   * flight then, or arrived late, may still leave a row, which becomes less likely with time.
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
