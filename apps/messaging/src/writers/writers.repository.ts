import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { canonicalPhone } from '@chat/phone-numbers';
import { isKept, isVisible } from '../visibility/visible';

/** The channels of the account ($1) that have conversations: one index probe each. */
export const CHANNELS = `
  WITH RECURSIVE channel AS (
    (SELECT channel_id AS id FROM messaging.conversations WHERE account_id = $1 ORDER BY channel_id LIMIT 1)
    UNION ALL
    SELECT next.id FROM channel CROSS JOIN LATERAL (
      SELECT channel_id AS id FROM messaging.conversations
      WHERE account_id = $1 AND channel_id > channel.id ORDER BY channel_id LIMIT 1) AS next
  )`;

/** The numbers that wrote to an account. They exist, whatever the numbering plans say. */
@Injectable()
export class WritersRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns a number as its network spells it, or null if it never wrote to a channel of the account. */
  async find(accountId: number, phone: string): Promise<string | null> {
    const [row]: { contact_phone: string }[] = await this.dataSource.query(
      `${CHANNELS}
       SELECT c.contact_phone FROM channel JOIN messaging.conversations c
         ON c.account_id = $1 AND c.channel_id = channel.id AND c.canonical_phone = $2
       WHERE c.last_inbound_at IS NOT NULL AND ${isKept('c')} AND ${isVisible('c')} LIMIT 1`,
      [accountId, canonicalPhone(phone)],
    );
    return row?.contact_phone ?? null;
  }
}
