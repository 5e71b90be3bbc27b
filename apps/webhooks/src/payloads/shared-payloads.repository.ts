import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** The key of a delivery, or of a payload that several share. */
export interface PayloadKey {
  accountId: number;
  id: number;
}

/** The payloads that the deliveries of one event share. */
@Injectable()
export class SharedPayloadsRepository {
  /**
   * Runs `change`, which deletes or erases these deliveries, and deletes the payloads that no other shares. The payloads
   * are locked before, so that of two transactions that change the last two deliveries, the later one sees what the
   * other did.
   */
  async letGo<T>(
    deliveries: readonly PayloadKey[],
    change: () => Promise<T>,
    manager: EntityManager,
  ): Promise<T> {
    const shared: PayloadKey[] = await manager.query(LOCK, keysOf(deliveries));
    const result = await change();
    if (shared.length > 0) await manager.query(DELETE_UNUSED, keysOf(shared));
    return result;
  }
}

function keysOf(keys: readonly PayloadKey[]): [number[], number[]] {
  return [keys.map(({ accountId }) => accountId), keys.map(({ id }) => id)];
}

/** In the order of the key, as everybody locks them. */
const LOCK = `
  SELECT shared.account_id AS "accountId", shared.id FROM webhooks.shared_payloads shared
  WHERE (shared.account_id, shared.id) IN (
    SELECT d.account_id, d.shared_payload_id FROM unnest($1::bigint[], $2::bigint[]) AS going(account_id, id)
    JOIN webhooks.endpoint_deliveries d ON d.account_id = going.account_id AND d.id = going.id)
  ORDER BY shared.account_id, shared.id FOR UPDATE`;

const DELETE_UNUSED = `
  DELETE FROM webhooks.shared_payloads shared
  USING unnest($1::bigint[], $2::bigint[]) AS held(account_id, id)
  WHERE shared.account_id = held.account_id AND shared.id = held.id AND NOT EXISTS (
    SELECT FROM webhooks.endpoint_deliveries d
    WHERE d.account_id = shared.account_id AND d.id BETWEEN shared.id AND shared.last_id
      AND d.shared_payload_id = shared.id AND d.payload IS NOT NULL)`;
