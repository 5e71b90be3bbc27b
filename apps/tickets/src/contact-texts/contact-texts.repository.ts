import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Contact } from '@chat/contracts/crm';
import { searchText } from '@chat/lists';
import type { ContactRewrite } from './contact-rewrites.repository';

/** What every event is newer than. */
const BEFORE_ALL_EVENTS = 0;

/** What a search for tickets looks into of a contact, and the version at which that became so. */
export interface ContactText {
  text: string;
  textVersion: number;
}

/** What an event says of a contact. */
export interface LearntText {
  accountId: number;
  contactId: number;
  text: string;
  version: number;
}

/** Of a ticket without a contact. */
export const NO_CONTACT_TEXT: ContactText = { text: '', textVersion: BEFORE_ALL_EVENTS };

/**
 * What a search for tickets looks into of their contacts: names and phones, as the events of the address book tell
 * them. Tickets hold copies, so that one index serves the whole search.
 */
@Injectable()
export class ContactTextsRepository {
  /**
   * The text of a contact, for a ticket that is about to refer to it; it stays so until the transaction ends.
   * @param contact counts as long as no event has told of it.
   */
  async hold(accountId: number, contact: Contact, manager: EntityManager): Promise<ContactText> {
    await manager.query(
      `INSERT INTO tickets.contact_texts (account_id, contact_id, text, version) VALUES ($1, $2, $3, $4)
       ON CONFLICT (account_id, contact_id) DO NOTHING`,
      [accountId, contact.id, textOf(contact), BEFORE_ALL_EVENTS],
    );
    const [held]: [ContactText] = await manager.query(
      `SELECT text, text_version AS "textVersion" FROM tickets.contact_texts
       WHERE account_id = $1 AND contact_id = $2 FOR SHARE`,
      [accountId, contact.id],
    );
    return held;
  }

  /** The text of a contact as it is committed now. */
  async read(accountId: number, contactId: number, manager: EntityManager): Promise<ContactText> {
    const [row]: ContactText[] = await manager.query(
      `SELECT text, text_version AS "textVersion" FROM tickets.contact_texts
       WHERE account_id = $1 AND contact_id = $2`,
      [accountId, contactId],
    );
    return row ?? NO_CONTACT_TEXT;
  }

  /**
   * Takes in what events say of contacts, unless a newer one was here before.
   * @returns the contacts whose text is another now.
   */
  async learn(texts: LearntText[], manager: EntityManager): Promise<ContactRewrite[]> {
    const given = texts.map(({ accountId, contactId, text, version }) => ({
      account_id: accountId,
      contact_id: contactId,
      text,
      version,
    }));
    // The newest of each contact, in the order of the keys, so that replicas never wait for each other in a circle.
    const newer: (ContactRewrite & { isChanged: boolean })[] = await manager.query(
      `INSERT INTO tickets.contact_texts AS known (account_id, contact_id, text, version, text_version)
       SELECT DISTINCT ON (account_id, contact_id) account_id, contact_id, text, version, version
       FROM json_to_recordset($1) AS given(account_id bigint, contact_id bigint, text text, version int)
       ORDER BY account_id, contact_id, version DESC
       ON CONFLICT (account_id, contact_id) DO UPDATE SET text = excluded.text, version = excluded.version,
         text_version = CASE WHEN known.text = excluded.text THEN known.text_version ELSE excluded.version END
         WHERE known.version < excluded.version
       RETURNING account_id AS "accountId", contact_id AS "contactId", text_version AS "textVersion",
         text_version = version AS "isChanged"`,
      [JSON.stringify(given)],
    );
    return newer.filter(({ isChanged }) => isChanged);
  }
}

/** What a search for tickets looks into of this contact. */
export function textOf({ firstname, lastname, phone }: Contact): string {
  return searchText(`${firstname} ${lastname ?? ''}`, phone);
}
