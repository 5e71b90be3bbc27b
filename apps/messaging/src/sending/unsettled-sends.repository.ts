import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** A send whose deadline has passed without an outcome. */
export interface UnsettledSend {
  account_id: number;
  id: number;
  channel_id: number;
  /** The service that took it. */
  connector: string;
}

@Injectable()
export class UnsettledSendsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Claims due sends, the longest waiting first, for `retryMs` each. */
  async claim(limit: number, retryMs: number): Promise<UnsettledSend[]> {
    const [rows]: [UnsettledSend[], number] = await this.dataSource.query(
      `WITH due AS (
         SELECT account_id, id FROM messaging.messages
         WHERE status = 'sending' AND settle_at <= now()
         ORDER BY settle_at LIMIT $1
         FOR UPDATE SKIP LOCKED)
       UPDATE messaging.messages AS m SET settle_at = now() + $2 * interval '1 ms'
       FROM due WHERE m.account_id = due.account_id AND m.id = due.id
       RETURNING m.account_id, m.id, m.channel_id, m.connector`,
      [limit, retryMs],
    );
    return rows;
  }
}
