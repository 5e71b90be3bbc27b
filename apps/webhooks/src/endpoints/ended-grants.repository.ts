import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/**
 * Tombstones of ended grants. A request that was admitted before its grant ended may arrive after the event that says
 * so; without the tombstone it would leave an endpoint behind. Call within a transaction that has locked the account's
 * endpoints.
 */
@Injectable()
export class EndedGrantsRepository {
  async add(accountId: number, grantId: number, manager: EntityManager): Promise<void> {
    await manager.query(
      'INSERT INTO webhooks.ended_grants (account_id, grant_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [accountId, grantId],
    );
  }

  async has(accountId: number, grantId: number, manager: EntityManager): Promise<boolean> {
    const found: unknown[] = await manager.query(
      'SELECT FROM webhooks.ended_grants WHERE account_id = $1 AND grant_id = $2',
      [accountId, grantId],
    );
    return found.length > 0;
  }
}
