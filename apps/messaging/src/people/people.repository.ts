import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { personKey, type Person } from './person.rules';

/** A person who wrote to a channel. */
export interface Writer extends Person {
  accountId: number;
  channelId: number;
}

interface KnownConversation {
  account_id: number;
  channel_id: number;
  id: number;
  provider_user_id: string;
  contact_phone: string | null;
}

const MERGE_MESSAGES = `
  UPDATE messaging.messages AS m SET conversation_id = $3,
    sequence = sequence + (SELECT last_sequence FROM messaging.conversations WHERE account_id = $1 AND id = $3)
  WHERE m.account_id = $1 AND m.conversation_id = $2`;

const MERGE_CONVERSATION = `
  UPDATE messaging.conversations AS c SET
    last_sequence = c.last_sequence + f.last_sequence, unread_count = c.unread_count + f.unread_count,
    contact_name = coalesce(c.contact_name, f.contact_name), provider_user_id = f.provider_user_id,
    last_message_id = CASE WHEN (f.last_message_at, f.last_message_id) > (c.last_message_at, c.last_message_id)
      THEN f.last_message_id ELSE c.last_message_id END,
    last_message_at = greatest(c.last_message_at, f.last_message_at),
    last_inbound_id = CASE WHEN ((c.last_inbound_at, c.last_inbound_id) > (f.last_inbound_at, f.last_inbound_id)) IS TRUE
      THEN c.last_inbound_id ELSE coalesce(f.last_inbound_id, c.last_inbound_id) END,
    last_inbound_at = greatest(c.last_inbound_at, f.last_inbound_at), updated_at = now()
  FROM messaging.conversations AS f
  WHERE c.account_id = $1 AND c.id = $3 AND f.account_id = $1 AND f.id = $2`;

/** Finds out who is who: a network may name somebody by its own id first, and by the number later, or the other way round. */
@Injectable()
export class PeopleRepository {
  /**
   * Completes people by what earlier messages showed of them. Who had no number and has one now keeps the conversation;
   * one with the number that there was before takes it in.
   */
  async identify<T extends Writer>(writers: T[], manager: EntityManager): Promise<T[]> {
    const named = writers.filter(({ providerUserId }) => providerUserId !== null);
    if (named.length === 0) return writers;
    const known = await this.findByUserId(named, manager);
    // What one message shows counts for the others that came with it.
    const phones = new Map(named.flatMap((one) => (one.phone === null ? [] : [[keyOf(one), one.phone]])));
    for (const [key, phone] of phones) {
      const conversation = known.get(key);
      if (conversation?.contact_phone === null) await this.giveNumber(conversation, phone, manager);
    }
    return writers.map((writer) => {
      if (writer.phone !== null || writer.providerUserId === null) return writer;
      const phone = phones.get(keyOf(writer)) ?? known.get(keyOf(writer))?.contact_phone ?? null;
      return { ...writer, phone };
    });
  }

  private async findByUserId(
    named: Writer[],
    manager: EntityManager,
  ): Promise<Map<string, KnownConversation>> {
    const rows: KnownConversation[] = await manager.query(
      `SELECT DISTINCT account_id, channel_id, id, provider_user_id, contact_phone, last_message_at
       FROM messaging.conversations
       JOIN unnest($1::bigint[], $2::bigint[], $3::text[]) AS given(account_id, channel_id, provider_user_id)
         USING (account_id, channel_id, provider_user_id)
       WHERE erasure_id IS NULL
       ORDER BY last_message_at`,
      [
        named.map(({ accountId }) => accountId),
        named.map(({ channelId }) => channelId),
        named.map(({ providerUserId }) => providerUserId),
      ],
    );
    return new Map(
      rows.map((row) => [
        keyOf({ accountId: row.account_id, channelId: row.channel_id, providerUserId: row.provider_user_id }),
        row,
      ]),
    );
  }

  private async giveNumber(
    { account_id: accountId, channel_id: channelId, id }: KnownConversation,
    phone: string,
    manager: EntityManager,
  ): Promise<void> {
    const key = personKey({ phone, providerUserId: null });
    const rows: { id: number }[] = await manager.query(
      `SELECT id FROM messaging.conversations
       WHERE account_id = $1 AND channel_id = $2 AND (canonical_phone = $3 OR id = $4)
       ORDER BY account_id, id FOR UPDATE`,
      [accountId, channelId, key, id],
    );
    const other = rows.find((row) => row.id !== id);
    if (!other) {
      await manager.query(
        `UPDATE messaging.conversations SET contact_phone = $3, canonical_phone = $4, updated_at = now()
         WHERE account_id = $1 AND id = $2`,
        [accountId, id, phone, key],
      );
      return;
    }
    await manager.query(MERGE_MESSAGES, [accountId, id, other.id]);
    await manager.query(MERGE_CONVERSATION, [accountId, id, other.id]);
    await manager.query('DELETE FROM messaging.conversations WHERE account_id = $1 AND id = $2', [
      accountId,
      id,
    ]);
  }
}

function keyOf({ accountId, channelId, providerUserId }: Omit<Writer, 'phone'>): string {
  return JSON.stringify([accountId, channelId, providerUserId]);
}
