import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { JOIN_CONTACT_NAME } from '../contact-names/contact-names.repository';
import { storableJson } from '../messages/storable.rules';
import { channelsOf } from '../visibility/channels-of';
import { isKept } from '../visibility/visible';

/** What a conversation shows of its person. */
export interface ShownPerson {
  account_id: number;
  id: number;
  name: string | null;
  username: string | null;
  phone: string | null;
}

/** A person of an account, by the key of their conversations. */
interface RenamedPerson {
  account_id: number;
  canonical_phone: string;
}

export interface ConversationText {
  accountId: number;
  id: number;
  searchText: string;
}

const SHOWN = `
  WITH RECURSIVE given AS (
    SELECT DISTINCT * FROM json_to_recordset($1) AS given(account_id bigint, canonical_phone text)
  ), ${channelsOf('SELECT DISTINCT account_id FROM given')}
  SELECT c.account_id, c.id, coalesce(n.name, c.contact_name) AS name, c.username, c.contact_phone AS phone
  FROM given
  JOIN channels USING (account_id)
  JOIN messaging.conversations c USING (account_id, channel_id, canonical_phone)
  ${JOIN_CONTACT_NAME}
  WHERE ${isKept('c')}`;

/** Conversations that were deleted in the meantime have no text; the lock awaits a deletion that is under way. */
const WRITE = `
  INSERT INTO messaging.conversation_texts AS known (account_id, id, search_text)
  SELECT c.account_id, c.id, given.search_text
  FROM json_to_recordset($1) AS given(account_id bigint, id bigint, search_text text)
  JOIN messaging.conversations c USING (account_id, id)
  WHERE ${isKept('c')}
  FOR KEY SHARE OF c
  ON CONFLICT ON CONSTRAINT conversation_texts_pkey DO UPDATE SET search_text = excluded.search_text
  WHERE known.search_text <> excluded.search_text`;

@Injectable()
export class ConversationTextsRepository {
  /** Lets one replica at a time write texts, until the transaction ends: an older name cannot overwrite a newer one. */
  async tryLock(manager: EntityManager): Promise<boolean> {
    const [row]: [{ is_mine: boolean }] = await manager.query(
      `SELECT pg_try_advisory_xact_lock(hashtextextended('messaging.conversation_texts', 0)) AS is_mine`,
    );
    return row.is_mine;
  }

  /** Takes the people who have been noted longest. */
  async takeRenamed(limit: number, manager: EntityManager): Promise<RenamedPerson[]> {
    const [rows]: [RenamedPerson[], number] = await manager.query(
      `DELETE FROM messaging.renamed_people
       WHERE id = ANY (ARRAY(SELECT id FROM messaging.renamed_people ORDER BY id LIMIT $1))
       RETURNING account_id, canonical_phone`,
      [limit],
    );
    return rows;
  }

  /** Returns what the conversations of people show of them. */
  findShown(people: RenamedPerson[], manager: EntityManager): Promise<ShownPerson[]> {
    return manager.query(SHOWN, [JSON.stringify(people)]);
  }

  async write(texts: ConversationText[], manager: EntityManager): Promise<void> {
    const given = texts.map(({ accountId, id, searchText }) => ({
      account_id: accountId,
      id,
      search_text: searchText,
    }));
    await manager.query(WRITE, [storableJson(given)]);
  }
}
