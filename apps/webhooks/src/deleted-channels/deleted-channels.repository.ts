import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

export interface DeletedChannel {
  account_id: number;
  channel_id: number;
}

/** The marks of deleted channels, and the erasure of what the log tells of these. */
@Injectable()
export class DeletedChannelsRepository {
  /** From now on what deliveries tell of the channel is erased, each as soon as it is finished. */
  async mark(accountId: number, channelId: number, manager: EntityManager): Promise<void> {
    await manager.query(
      `INSERT INTO webhooks.deleted_channels (account_id, channel_id) VALUES ($1, $2)
       ON CONFLICT DO NOTHING`,
      [accountId, channelId],
    );
  }

  /** The channel whose turn it is, kept from other replicas until the transaction ends; null when none is due. */
  async takeDue(manager: EntityManager): Promise<DeletedChannel | null> {
    const [channel]: DeletedChannel[] = await manager.query(
      `SELECT account_id, channel_id FROM webhooks.deleted_channels
       WHERE purge_at <= now() ORDER BY purge_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
    );
    return channel ?? null;
  }

  /** Erases the payloads of up to `limit` finished deliveries; those still pending finish first. @returns how many. */
  async purgeSome(
    accountId: number,
    channelId: number,
    limit: number,
    manager: EntityManager,
  ): Promise<number> {
    const [, erased]: [unknown, number] = await manager.query(
      `UPDATE webhooks.deliveries SET payload = NULL, response_body = NULL
       WHERE account_id = $1 AND status <> 'pending' AND id = ANY (ARRAY(
         SELECT id FROM webhooks.deliveries
         WHERE account_id = $1 AND channel_id = $2 AND payload IS NOT NULL AND status <> 'pending' LIMIT $3))`,
      [accountId, channelId, limit],
    );
    return erased;
  }

  /** The channel's next turn comes when the others that are due had theirs. */
  async requeue(accountId: number, channelId: number, manager: EntityManager): Promise<void> {
    await manager.query(
      `UPDATE webhooks.deleted_channels SET purge_at = now() WHERE account_id = $1 AND channel_id = $2`,
      [accountId, channelId],
    );
  }

  /**
   * Lets a channel rest of which nothing is left to erase. Its pending deliveries finish later, and an event that
   * comes late is delivered, too: it gets another turn after a tenth of the time that has passed. The mark goes when
   * nothing can tell of the channel any more: an event is published again for 3 days, waits in the stream for 7 and
   * may then be a dead letter for 30.
   */
  async rest(accountId: number, channelId: number, manager: EntityManager): Promise<void> {
    await manager.query(
      `DELETE FROM webhooks.deleted_channels
       WHERE account_id = $1 AND channel_id = $2 AND deleted_at < now() - interval '40 days' AND NOT EXISTS (
         SELECT FROM webhooks.deliveries WHERE account_id = $1 AND channel_id = $2 AND status = 'pending')`,
      [accountId, channelId],
    );
    await manager.query(
      `UPDATE webhooks.deleted_channels
       SET purge_at = now() + greatest(interval '1 minute', (now() - deleted_at) / 10)
       WHERE account_id = $1 AND channel_id = $2`,
      [accountId, channelId],
    );
  }
}
