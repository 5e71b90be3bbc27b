import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Removes deleted endpoints, and the tombstones of ended grants, of all accounts. */
@Injectable()
export class DeletedEndpointsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Deletes up to `limit` deliveries of deleted endpoints. @returns how many were deleted. */
  async purgeSome(limit: number): Promise<number> {
    const [, deleted]: [unknown, number] = await this.dataSource.query(
      `DELETE FROM webhooks.deliveries WHERE (account_id, id) IN (
         SELECT d.account_id, d.id FROM webhooks.endpoints e
         JOIN webhooks.deliveries d ON d.account_id = e.account_id AND d.webhook_id = e.id
         WHERE e.deleted_at IS NOT NULL LIMIT $1)`,
      [limit],
    );
    return deleted;
  }

  /**
   * Deletes up to `limit` endpoints that have no deliveries left. An endpoint is kept for a day after its deletion, so
   * that an event whose fan-out was in progress leaves no orphaned deliveries.
   * @returns how many were deleted.
   */
  async forgetSome(limit: number): Promise<number> {
    const [, deleted]: [unknown, number] = await this.dataSource.query(
      `DELETE FROM webhooks.endpoints WHERE (account_id, id) IN (
         SELECT e.account_id, e.id FROM webhooks.endpoints e
         WHERE e.deleted_at < now() - interval '1 day' AND NOT EXISTS (
           SELECT FROM webhooks.deliveries d WHERE d.account_id = e.account_id AND d.webhook_id = e.id)
         LIMIT $1)`,
      [limit],
    );
    return deleted;
  }

  /**
   * Deletes up to `limit` tombstones of grants that ended a day ago, when no request of theirs can still be on its way.
   * @returns how many were deleted.
   */
  async forgetGrants(limit: number): Promise<number> {
    const [, deleted]: [unknown, number] = await this.dataSource.query(
      `DELETE FROM webhooks.ended_grants WHERE (account_id, grant_id) IN (
         SELECT account_id, grant_id FROM webhooks.ended_grants
         WHERE ended_at < now() - interval '1 day' ORDER BY ended_at LIMIT $1)`,
      [limit],
    );
    return deleted;
  }
}
