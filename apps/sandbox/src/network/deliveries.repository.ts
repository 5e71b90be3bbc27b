import type { DataSource } from 'typeorm';
import type { NetworkMessage } from '@chat/device-network';

type Deliverable = Extract<NetworkMessage, { delivery: number }>;
type WithoutDelivery<M> = M extends unknown ? Omit<M, 'delivery'> : never;

/** What waits for a linked device, before it has the number under which the device confirms it. */
export type DeliveryContent = WithoutDelivery<Deliverable>;

export interface Delivery {
  id: number;
  content: DeliveryContent;
  /** Milliseconds until it is due; 0 or less is now. */
  wait_ms: number;
}

export class DeliveriesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** What waits for a device, in the order in which it is due, without what is on its way already. */
  async waiting(linkId: number, onTheirWay: number[], limit: number): Promise<Delivery[]> {
    return this.dataSource.query(
      `SELECT id, content, (extract(epoch FROM due_at - clock_timestamp()) * 1000)::float8 AS wait_ms
       FROM sandbox.deliveries WHERE link_id = $1 AND id <> ALL ($2::bigint[]) ORDER BY due_at, id LIMIT $3`,
      [linkId, onTheirWay, limit],
    );
  }

  async confirm(linkId: number, ids: number[]): Promise<void> {
    await this.dataSource.query(`DELETE FROM sandbox.deliveries WHERE link_id = $1 AND id = ANY ($2)`, [
      linkId,
      ids,
    ]);
  }
}
