import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { canonicalPhone } from '@chat/phone-numbers';

/** The channels of the account ($1) that have conversations: one index probe each. */
const CHANNELS = `
  WITH RECURSIVE channel AS (
    (SELECT channel_id AS id FROM messaging.conversations WHERE account_id = $1 ORDER BY channel_id LIMIT 1)
    UNION ALL
    SELECT next.id FROM channel CROSS JOIN LATERAL (
      SELECT channel_id AS id FROM messaging.conversations
      WHERE account_id = $1 AND channel_id > channel.id ORDER BY channel_id LIMIT 1) AS next
  )`;

/** Finds people and their related ids by number. */
@Injectable()
export class PeopleFoundRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The contact that has the number, or had it last. */
  async contactsWith(accountId: number, phone: string): Promise<number[]> {
    const rows: { contact_id: number }[] = await this.dataSource.query(
      `SELECT contact_id FROM messaging.contact_names WHERE account_id = $1 AND canonical_phone = $2`,
      [accountId, canonicalPhone(phone)],
    );
    return rows.map(({ contact_id }) => contact_id);
  }

  /**
   * Finds the conversations with a person on any channel and in any spelling, including those where a network hides the
   * number but identifies the same person.
   */
  async conversationsWith(accountId: number, phone: string): Promise<number[]> {
    const known: { id: number; provider_user_id: string | null }[] = await this.dataSource.query(
      `${CHANNELS}
       SELECT c.id, c.provider_user_id FROM channel JOIN messaging.conversations c
         ON c.account_id = $1 AND c.channel_id = channel.id AND c.canonical_phone = $2`,
      [accountId, canonicalPhone(phone)],
    );
    const userIds = known.flatMap(({ provider_user_id: id }) => id ?? []);
    const alike: { id: number }[] =
      userIds.length === 0
        ? []
        : await this.dataSource.query(
            `${CHANNELS}
             SELECT c.id FROM channel CROSS JOIN unnest($2::text[]) AS person(provider_user_id)
             JOIN messaging.conversations c ON c.account_id = $1 AND c.channel_id = channel.id
               AND c.provider_user_id = person.provider_user_id
             WHERE c.erasure_id IS NULL`,
            [accountId, userIds],
          );
    return [...new Set([...known, ...alike].map(({ id }) => id))].sort((one, other) => one - other);
  }
}
