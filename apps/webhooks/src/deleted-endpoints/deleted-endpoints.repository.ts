import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { SharedPayloadsRepository, type PayloadKey } from '../payloads/shared-payloads.repository';

/** Removes deleted endpoints, and the tombstones of ended grants, of all accounts. */
@Injectable()
export class DeletedEndpointsRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly payloads: SharedPayloadsRepository,
  ) {}

  /** Deletes up to `limit` deliveries of deleted endpoints. @returns how many were deleted. */
  async purgeSome(limit: number): Promise<number> {
    const found: PayloadKey[] = await this.dataSource.query(
      `SELECT d.account_id AS "accountId", d.id FROM webhooks.endpoints e
       JOIN webhooks.endpoint_deliveries d ON d.account_id = e.account_id AND d.webhook_id = e.id
       WHERE e.deleted_at IS NOT NULL LIMIT $1`,
      [limit],
    );
    if (found.length === 0) return 0;
    return this.dataSource.transaction((manager) =>
      this.payloads.letGo(found, () => deleteDeliveries(found, manager), manager),
    );
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
           SELECT FROM webhooks.endpoint_deliveries d WHERE d.account_id = e.account_id AND d.webhook_id = e.id)
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

async function deleteDeliveries(deliveries: readonly PayloadKey[], manager: EntityManager): Promise<number> {
  const [, deleted]: [unknown, number] = await manager.query(
    `DELETE FROM webhooks.endpoint_deliveries d USING unnest($1::bigint[], $2::bigint[]) AS gone(account_id, id)
     WHERE d.account_id = gone.account_id AND d.id = gone.id`,
    [deliveries.map(({ accountId }) => accountId), deliveries.map(({ id }) => id)],
  );
  return deleted;
}
