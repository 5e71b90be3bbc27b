import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DeletedChannels, type ChannelPurge } from '@chat/deleted-channels';

/** Erases what the log tells of deleted channels. A delivery that is queued, or comes late, is sent before. */
@Injectable()
export class ChannelPurgeService implements ChannelPurge, OnApplicationBootstrap {
  constructor(private readonly channels: DeletedChannels) {}

  onApplicationBootstrap(): void {
    this.channels.purgeWith(this);
  }

  /**
   * Erases the payloads and answers of finished deliveries; the rows stay. The update asks for the status again, of the
   * row as it is once locked: it may have been queued anew since it was found.
   */
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

  /** A queued delivery is tried for days. */
  async hasUnfinished(accountId: number, channelId: number, manager: EntityManager): Promise<boolean> {
    const pending: unknown[] = await manager.query(
      `SELECT FROM webhooks.deliveries
       WHERE account_id = $1 AND channel_id = $2 AND status = 'pending' LIMIT 1`,
      [accountId, channelId],
    );
    return pending.length > 0;
  }
}
