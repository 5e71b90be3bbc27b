import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Lane } from '../lanes/lane';

@Injectable()
export class DisabledEndpointsRepository {
  /**
   * Ends up to `limit` pending deliveries that are not in flight, if the endpoint is still disabled. A delivery that
   * was answered with 410 keeps that as its reason.
   * @returns how many were ended.
   */
  async endSome({ accountId, webhookId }: Lane, limit: number, manager: EntityManager): Promise<number> {
    const [, ended]: [unknown, number] = await manager.query(
      `UPDATE webhooks.endpoint_deliveries SET status = 'failed', next_attempt_at = NULL, locked_until = NULL, updated_at = now(),
         error = CASE response_status WHEN 410 THEN error ELSE 'endpoint_disabled' END
       WHERE account_id = $1 AND id = ANY (ARRAY(
         SELECT d.id FROM webhooks.endpoints e
         JOIN webhooks.endpoint_deliveries d ON d.account_id = e.account_id AND d.webhook_id = e.id
         WHERE e.account_id = $1 AND e.id = $2 AND e.status = 'disabled' AND d.status = 'pending'
           AND (d.locked_until IS NULL OR d.locked_until <= now())
         ORDER BY d.next_attempt_at LIMIT $3 FOR UPDATE OF d SKIP LOCKED))`,
      [accountId, webhookId, limit],
    );
    return ended;
  }
}
