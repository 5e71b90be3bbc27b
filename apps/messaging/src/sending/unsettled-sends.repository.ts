import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** A send whose deadline has passed without an outcome. */
export interface UnsettledSend {
  account_id: number;
  id: number;
}

@Injectable()
export class UnsettledSendsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Takes the sends that are due, the longest waiting first. Who takes one has `retryMs` before others may. */
  async take(limit: number, retryMs: number): Promise<UnsettledSend[]> {
    const [rows]: [UnsettledSend[], number] = await this.dataSource.query(
      `UPDATE messaging.messages SET settle_at = now() + $2 * interval '1 ms'
       WHERE (account_id, id) IN (
         SELECT account_id, id FROM messaging.messages
         WHERE status = 'sending' AND settle_at <= now()
         ORDER BY settle_at LIMIT $1
         FOR UPDATE SKIP LOCKED)
       RETURNING account_id, id`,
      [limit, retryMs],
    );
    return rows;
  }
}
