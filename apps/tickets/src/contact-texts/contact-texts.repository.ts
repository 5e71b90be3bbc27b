import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Contact } from '@chat/contracts/crm';
import { contactText } from '@chat/lists';
import type { ContactRewrite } from './contact-rewrites.repository';

/** Older than every event. */
const BEFORE_ALL_EVENTS = 0;

/** The searchable text of a contact, and the version in which it changed last. */
export interface ContactText {
  text: string;
  textVersion: number;
}

/** A contact as reported by an event. */
export interface LearntText {
  accountId: number;
  contactId: number;
  text: string;
  version: number;
}

/** The text of a ticket without a contact. */
export const NO_CONTACT_TEXT: ContactText = { text: '', textVersion: BEFORE_ALL_EVENTS };

/**
 * The searchable texts of contacts, names and phones, from the events of the address book. Tickets contain copies, so
 * that one index serves the whole search.
 */
@Injectable()
export class ContactTextsRepository {
  /**
   * Returns the text of a contact for a ticket that will reference it, and locks it until the transaction ends.
   * @param contact used if no event about it has arrived yet.
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

  /** Returns the committed text of a contact. */
  async read(accountId: number, contactId: number, manager: EntityManager): Promise<ContactText> {
    const [row]: ContactText[] = await manager.query(
      `SELECT text, text_version AS "textVersion" FROM tickets.contact_texts
       WHERE account_id = $1 AND contact_id = $2`,
      [accountId, contactId],
    );
    return row ?? NO_CONTACT_TEXT;
  }

  /** Applies contacts from events, unless a newer version is known. @returns the contacts whose text has changed. */
  async learn(texts: LearntText[], manager: EntityManager): Promise<ContactRewrite[]> {
    const given = texts.map(({ accountId, contactId, text, version }) => ({
      account_id: accountId,
      contact_id: contactId,
      text,
      version,
    }));
    // Only the newest per contact, in key order, so that replicas cannot deadlock.
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

/** The searchable text of this contact. */
export function textOf({ firstname, lastname, phone, mobile }: Contact): string {
  return contactText(`${firstname} ${lastname ?? ''}`, phone, mobile);
}
