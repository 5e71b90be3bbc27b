import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

const BATCH_SIZE = 1_000;

/** What deletions leave behind, of all accounts; every method takes a batch and tells whether it was a full one. */
@Injectable()
export class PurgeRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Deliveries of deleted endpoints. */
  deleteOrphans(): Promise<boolean> {
    return this.isFullBatch(
      `DELETE FROM webhooks.deliveries WHERE (account_id, id) IN (
         SELECT d.account_id, d.id FROM webhooks.endpoints e
         JOIN webhooks.deliveries d ON d.account_id = e.account_id AND d.webhook_id = e.id
         WHERE e.deleted_at IS NOT NULL LIMIT ${BATCH_SIZE})`,
    );
  }

  /**
   * Deleted endpoints without deliveries. They stay for a day, so that an event that was being fanned out while its
   * endpoint was deleted leaves nothing that nobody would find.
   */
  deleteEndpoints(): Promise<boolean> {
    return this.isFullBatch(
      `DELETE FROM webhooks.endpoints WHERE (account_id, id) IN (
         SELECT e.account_id, e.id FROM webhooks.endpoints e
         WHERE e.deleted_at < now() - interval '1 day' AND NOT EXISTS (
           SELECT FROM webhooks.deliveries d WHERE d.account_id = e.account_id AND d.webhook_id = e.id)
         LIMIT ${BATCH_SIZE})`,
    );
  }

  /** What finished deliveries tell of deleted channels; those still pending finish first. */
  erasePayloads(): Promise<boolean> {
    return this.isFullBatch(
      `UPDATE webhooks.deliveries SET payload = NULL, response_body = NULL
       WHERE status <> 'pending' AND (account_id, id) IN (
         SELECT d.account_id, d.id FROM webhooks.deleted_channels c
         JOIN webhooks.deliveries d ON d.account_id = c.account_id AND d.channel_id = c.channel_id
         WHERE d.payload IS NOT NULL AND d.status <> 'pending' LIMIT ${BATCH_SIZE})`,
    );
  }

  /** Deleted channels of which no event can come any more: the stream keeps events for 7 days. */
  deleteChannels(): Promise<boolean> {
    return this.isFullBatch(
      `DELETE FROM webhooks.deleted_channels WHERE (account_id, channel_id) IN (
         SELECT c.account_id, c.channel_id FROM webhooks.deleted_channels c
         WHERE c.deleted_at < now() - interval '8 days' AND NOT EXISTS (
           SELECT FROM webhooks.deliveries d
           WHERE d.account_id = c.account_id AND d.channel_id = c.channel_id AND d.payload IS NOT NULL)
         LIMIT ${BATCH_SIZE})`,
    );
  }

  private async isFullBatch(sql: string): Promise<boolean> {
    const [, affected]: [unknown, number] = await this.dataSource.query(sql);
    return affected === BATCH_SIZE;
  }
}
