import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DeletedChannels, type ChannelPurge } from '@chat/service-kit';
import { SharedPayloadsRepository } from '../payloads/shared-payloads.repository';

/**
 * Erases the logged contents of deleted channels. A delivery that is still queued, or is added later, is sent first.
 */
@Injectable()
export class ChannelPurgeService implements ChannelPurge, OnApplicationBootstrap {
  constructor(
    private readonly channels: DeletedChannels,
    private readonly payloads: SharedPayloadsRepository,
  ) {}

  onApplicationBootstrap(): void {
    this.channels.purgeWith(this);
  }

  /**
   * Erases the payloads and responses of finished deliveries, and keeps the rows. The update rechecks the status of the
   * locked row, because the delivery may have been queued again since it was found.
   */
  async purgeSome(
    accountId: number,
    channelId: number,
    limit: number,
    manager: EntityManager,
  ): Promise<number> {
    const found: { id: number }[] = await manager.query(
      `SELECT id FROM webhooks.endpoint_deliveries
       WHERE account_id = $1 AND channel_id = $2 AND payload IS NOT NULL AND status <> 'pending' LIMIT $3`,
      [accountId, channelId, limit],
    );
    const ids = found.map(({ id }) => id);
    const erase = async () => {
      const [, erased]: [unknown, number] = await manager.query(
        `UPDATE webhooks.endpoint_deliveries SET payload = NULL, response_body = NULL
         WHERE account_id = $1 AND status <> 'pending' AND id = ANY ($2::bigint[])`,
        [accountId, ids],
      );
      return erased;
    };
    return this.payloads.letGo(
      ids.map((id) => ({ accountId, id })),
      erase,
      manager,
    );
  }

  /** Returns whether any delivery of the channel is still queued; it may be retried for days. */
  async hasUnfinished(accountId: number, channelId: number, manager: EntityManager): Promise<boolean> {
    const pending: unknown[] = await manager.query(
      `SELECT FROM webhooks.endpoint_deliveries
       WHERE account_id = $1 AND channel_id = $2 AND status = 'pending' LIMIT 1`,
      [accountId, channelId],
    );
    return pending.length > 0;
  }
}
