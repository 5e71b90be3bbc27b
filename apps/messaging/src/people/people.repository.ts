import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isKept } from '../visibility/visible';
import { personKey, USER_KEY, type Person } from './person.rules';

/** A person who wrote to a channel. */
export interface Writer extends Person {
  accountId: number;
  channelId: number;
}

/** A person who has a conversation by number, and the network's id of that person. */
export interface Introduction {
  accountId: number;
  conversationId: number;
  providerUserId: string;
}

interface ConversationName {
  account_id: number;
  channel_id: number;
  id: number;
}

/** Somebody whose id is news, and their conversation by it, if any. */
interface IntroducedPerson extends Omit<ConversationName, 'id'> {
  phone: string;
  provider_user_id: string;
  hidden_id: number | null;
}

interface KnownConversation extends ConversationName {
  /** The person's `keyOf`. */
  key: string;
  contact_phone: string | null;
}

/**
 * Stores the network's ids of people in conversations without one, and selects these people, with the conversation known only
 * by such an id. An id that is known stays: it was told by the person's own messages, or by a notice, after a message whose
 * receipt is late. Rows are locked in the order of the keys by which messages find them.
 */
const INTRODUCE = `
  WITH given AS (
    SELECT DISTINCT ON (account_id, id) *
    FROM json_to_recordset($1) AS given(place int, account_id bigint, id bigint, provider_user_id text)
    ORDER BY account_id, id, place DESC
  ), kept AS (
    SELECT c.account_id, c.channel_id, c.id, c.contact_phone, given.provider_user_id
    FROM messaging.conversations c JOIN given USING (account_id, id)
    WHERE ${isKept('c')} AND c.contact_phone IS NOT NULL AND c.provider_user_id IS NULL
    ORDER BY c.account_id, c.channel_id, c.canonical_phone
    FOR UPDATE OF c
  ), introduced AS (
    UPDATE messaging.conversations AS c
    SET provider_user_id = kept.provider_user_id, updated_at = greatest(c.updated_at, now())
    FROM kept WHERE c.account_id = kept.account_id AND c.id = kept.id
  )
  SELECT kept.account_id, kept.channel_id, kept.contact_phone AS phone, kept.provider_user_id, hidden.id AS hidden_id
  FROM kept LEFT JOIN messaging.conversations AS hidden ON hidden.account_id = kept.account_id
    AND hidden.channel_id = kept.channel_id AND hidden.canonical_phone = '${USER_KEY}' || kept.provider_user_id
  ORDER BY kept.account_id, hidden.id`;

/**
 * A conversation ($2) of the account ($1) is merged into an older one ($3), which reserves numbers for its messages; those
 * move later. Its id and those that were merged into it lead to the older one from now on, and nothing finds it any more.
 */
const ABSORB = `
  WITH absorbed AS (
    UPDATE messaging.conversations SET is_merged = true, canonical_phone = 'merged:' || id, provider_user_id = NULL
    WHERE account_id = $1 AND id = $2
    RETURNING *
  ), survivor AS (
    UPDATE messaging.conversations AS c SET
      last_sequence = c.last_sequence + absorbed.last_sequence,
      unread_count = c.unread_count + absorbed.unread_count,
      contact_name = coalesce(c.contact_name, absorbed.contact_name),
      username = coalesce(c.username, absorbed.username),
      last_message_id = CASE
        WHEN (absorbed.last_message_at, absorbed.last_message_id) > (c.last_message_at, c.last_message_id)
        THEN absorbed.last_message_id ELSE c.last_message_id END,
      last_message_at = greatest(c.last_message_at, absorbed.last_message_at),
      last_inbound_id = CASE
        WHEN ((c.last_inbound_at, c.last_inbound_id) > (absorbed.last_inbound_at, absorbed.last_inbound_id)) IS TRUE
        THEN c.last_inbound_id ELSE coalesce(absorbed.last_inbound_id, c.last_inbound_id) END,
      last_inbound_at = greatest(c.last_inbound_at, absorbed.last_inbound_at)
    FROM absorbed WHERE c.account_id = $1 AND c.id = $3
    RETURNING c.last_sequence - absorbed.last_sequence AS base
  ), merged_before AS (
    UPDATE messaging.merged_conversations AS earlier SET merged_into = $3, base = earlier.base + survivor.base
    FROM survivor WHERE earlier.account_id = $1 AND earlier.merged_into = $2
  )
  INSERT INTO messaging.merged_conversations (account_id, id, merged_into, base)
  SELECT $1, $2, $3, base FROM survivor`;

/** Resolves identities: a network may identify a person by its own id first and by number later, or vice versa. */
@Injectable()
export class PeopleRepository {
  /**
   * Completes people with what earlier messages revealed. A conversation that had no number gets it when it becomes known,
   * and merges with one that has it already.
   * @returns the people, and those whose number and id are seen together for the first time.
   */
  async identify<T extends Writer>(
    writers: T[],
    manager: EntityManager,
  ): Promise<{ people: T[]; met: Writer[] }> {
    const named = writers.filter(({ providerUserId }) => providerUserId !== null);
    if (named.length === 0) return { people: writers, met: [] };
    const known = await this.findByUserId(named, manager);
    const phones = new Map<string, string>();
    for (const { key, contact_phone: phone } of known) if (phone !== null) phones.set(key, phone);
    // What one message reveals also applies to the others in the batch.
    for (const one of named) if (one.phone !== null) phones.set(keyOf(one), one.phone);
    const before = new Set(known.flatMap((row) => (row.contact_phone === null ? [] : row.key)));
    const met: Writer[] = named.filter((one) => one.phone !== null && !before.has(keyOf(one)));
    for (const conversation of known) {
      const phone = phones.get(conversation.key);
      if (conversation.contact_phone !== null || phone === undefined) continue;
      await this.giveNumber(conversation, phone, manager);
    }
    const people = writers.map((writer) => {
      if (writer.phone !== null || writer.providerUserId === null) return writer;
      return { ...writer, phone: phones.get(keyOf(writer)) ?? null };
    });
    return { people, met };
  }

  /**
   * The conversation by number merges with the one by the network's id, and is found by both from then on.
   * @returns the people whose id is news.
   */
  async introduce(introductions: Introduction[], manager: EntityManager): Promise<Writer[]> {
    const given = introductions.map(({ accountId, conversationId, providerUserId }, place) => ({
      place,
      account_id: accountId,
      id: conversationId,
      provider_user_id: providerUserId,
    }));
    const rows: IntroducedPerson[] = await manager.query(INTRODUCE, [JSON.stringify(given)]);
    for (const { phone, hidden_id: id, ...conversation } of rows) {
      if (id !== null) await this.giveNumber({ ...conversation, id }, phone, manager);
    }
    return rows.map((row) => ({
      accountId: row.account_id,
      channelId: row.channel_id,
      phone: row.phone,
      providerUserId: row.provider_user_id,
    }));
  }

  /**
   * Returns the person's conversation; null if there is none. The network's id tells more than a number, which may be another
   * person's by now.
   */
  async findConversation(writer: Writer, manager: EntityManager): Promise<number | null> {
    const { accountId, channelId, providerUserId } = writer;
    const [row]: { id: number }[] = await manager.query(
      `SELECT id FROM (
         SELECT id, last_message_at, false AS is_by_id FROM messaging.conversations
         WHERE account_id = $1 AND channel_id = $2 AND canonical_phone = $3 AND ${isKept('conversations')}
         UNION ALL
         SELECT id, last_message_at, true FROM messaging.conversations
         WHERE account_id = $1 AND channel_id = $2 AND provider_user_id = $4 AND ${isKept('conversations')}) AS known
       ORDER BY is_by_id DESC, last_message_at DESC LIMIT 1`,
      [accountId, channelId, personKey(writer), providerUserId],
    );
    return row?.id ?? null;
  }

  /**
   * The person of a conversation is known by another number or id from now on. Conversations that already have these are
   * the same person's, and merge with it, unless an id shows that somebody else had the number.
   * @param becomes null for what stays.
   * @returns the person before and after.
   */
  async changeIdentity(
    place: Omit<Writer, keyof Person> & { conversationId: number },
    becomes: Person,
    manager: EntityManager,
  ): Promise<{ before: Person; after: Person }> {
    const { accountId, channelId, conversationId: id } = place;
    const rows: { id: number; contact_phone: string | null; provider_user_id: string | null }[] =
      await manager.query(
        `SELECT id, contact_phone, provider_user_id FROM messaging.conversations
         WHERE account_id = $1 AND channel_id = $2 AND (id = $3 OR canonical_phone = $4 OR provider_user_id = $5)
           AND ${isKept('conversations')}
         ORDER BY account_id, id FOR UPDATE`,
        [accountId, channelId, id, personKey(becomes), becomes.providerUserId],
      );
    const own = rows.find((row) => row.id === id)!;
    const before = { phone: own.contact_phone, providerUserId: own.provider_user_id };
    const isOther = (row: (typeof rows)[number]) =>
      row.id !== id && isSomebodyElse(row.provider_user_id, before, becomes);
    for (const { provider_user_id: other } of rows.filter(isOther))
      await this.takeNumber(place, other!, manager);
    const theirs = rows.filter((row) => !isOther(row));
    const after = renamed(theirs, before, becomes);
    await this.unite(accountId, theirs, after, manager);
    return { before, after };
  }

  /** Somebody's number is another person's from now on: only the network's id names them. */
  private async takeNumber(
    { accountId, channelId }: Omit<Writer, keyof Person>,
    providerUserId: string,
    manager: EntityManager,
  ): Promise<void> {
    const rows: { id: number }[] = await manager.query(
      `SELECT id FROM messaging.conversations
       WHERE account_id = $1 AND channel_id = $2 AND provider_user_id = $3 AND ${isKept('conversations')}
       ORDER BY account_id, id FOR UPDATE`,
      [accountId, channelId, providerUserId],
    );
    await this.unite(accountId, rows, { phone: null, providerUserId }, manager);
  }

  /** Returns the conversations of each person, the most recently active one last. */
  private async findByUserId(named: Writer[], manager: EntityManager): Promise<KnownConversation[]> {
    const rows: (ConversationName & { provider_user_id: string; contact_phone: string | null })[] =
      await manager.query(
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
    return rows.map((row) => {
      const { account_id: accountId, channel_id: channelId, provider_user_id: providerUserId } = row;
      return { ...row, key: keyOf({ accountId, channelId, providerUserId }) };
    });
  }

  private async giveNumber(
    { account_id: accountId, channel_id: channelId, id }: ConversationName,
    phone: string,
    manager: EntityManager,
  ): Promise<void> {
    const key = personKey({ phone, providerUserId: null });
    const rows: { id: number; provider_user_id: string | null }[] = await manager.query(
      `SELECT id, provider_user_id FROM messaging.conversations
       WHERE account_id = $1 AND channel_id = $2 AND (canonical_phone = $3 OR (id = $4 AND contact_phone IS NULL))
         AND ${isKept('conversations')}
       ORDER BY account_id, id FOR UPDATE`,
      [accountId, channelId, key, id],
    );
    const own = rows.find((row) => row.id === id);
    // A concurrent transaction added a number to it, merged or hid it.
    if (!own) return;
    await this.unite(accountId, rows, { phone, providerUserId: own.provider_user_id }, manager);
  }

  /** The first of these locked conversations, which are sorted by id, absorbs the others and is the person's. */
  private async unite(
    accountId: number,
    [survivor, ...others]: readonly { id: number }[],
    person: Person,
    manager: EntityManager,
  ): Promise<void> {
    for (const { id } of others) await manager.query(ABSORB, [accountId, id, survivor!.id]);
    await manager.query(
      `UPDATE messaging.conversations SET contact_phone = $3, canonical_phone = $4, provider_user_id = $5,
         updated_at = greatest(updated_at, now())
       WHERE account_id = $1 AND id = $2`,
      [accountId, survivor!.id, person.phone, personKey(person), person.providerUserId],
    );
  }
}

/** Whether an id is neither the one that a notice gives the person nor the one before. Ids change with the number. */
function isSomebodyElse(providerUserId: string | null, before: Person, becomes: Person): boolean {
  if (providerUserId === null || becomes.providerUserId === null) return false;
  return providerUserId !== becomes.providerUserId && providerUserId !== before.providerUserId;
}

/** What a notice does not tell stays: as it was, or else as another conversation of the person has it. */
function renamed(
  rows: readonly { contact_phone: string | null; provider_user_id: string | null }[],
  before: Person,
  becomes: Person,
): Person {
  const known = <T>(values: (T | null)[]) => values.find((value) => value !== null) ?? null;
  return {
    phone: becomes.phone ?? before.phone ?? known(rows.map((row) => row.contact_phone)),
    providerUserId:
      becomes.providerUserId ?? before.providerUserId ?? known(rows.map((row) => row.provider_user_id)),
  };
}

function keyOf({ accountId, channelId, providerUserId }: Omit<Writer, 'phone'>): string {
  return JSON.stringify([accountId, channelId, providerUserId]);
}
