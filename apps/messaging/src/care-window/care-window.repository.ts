import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { personKey, type Person } from '../people/person.rules';

@Injectable()
export class CareWindowRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** When a contact last wrote to a channel; null when it never did. */
  async lastInboundAt(accountId: number, channelId: number, person: Person): Promise<Date | null> {
    const [row]: { last_inbound_at: Date | null }[] = await this.dataSource.query(
      `SELECT last_inbound_at FROM messaging.conversations
       WHERE account_id = $1 AND channel_id = $2 AND canonical_phone = $3`,
      [accountId, channelId, personKey(person)],
    );
    return row?.last_inbound_at ?? null;
  }
}
