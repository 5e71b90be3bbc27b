import type { DataSource } from 'typeorm';
import type { NetworkMessage } from '@chat/device-network';

type Deliverable = Extract<NetworkMessage, { delivery: number }>;
type WithoutDelivery<M> = M extends unknown ? Omit<M, 'delivery'> : never;

/** A delivery for a linked device, before it gets the number that the device confirms it by. */
export type DeliveryContent = WithoutDelivery<Deliverable>;

export interface Delivery {
  id: number;
  content: DeliveryContent;
  /** Milliseconds until it is due; 0 or less is now. */
  wait_ms: number;
}

export class DeliveriesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the deliveries of a device in order of due time, without those already sent. */
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
