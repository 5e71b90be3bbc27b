import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Contact } from '@chat/contracts/crm';
import { searchText } from '@chat/lists';

/** What every event is newer than. */
const BEFORE_ALL_EVENTS = 0;

/** What a search for tickets looks into of a contact, and the version at which that became so. */
export interface ContactText {
  text: string;
  textVersion: number;
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
   * Takes in what an event says of a contact, unless a newer one was here before.
   * @returns whether the text is another now.
   */
  learn(accountId: number, contact: Contact, version: number, manager: EntityManager): Promise<boolean> {
    return this.replace(accountId, contact.id, textOf(contact), version, manager);
  }

  /** No search finds a ticket by its deleted contact; the version stays, so that a late event does not bring it back. */
  forget(accountId: number, contactId: number, version: number, manager: EntityManager): Promise<boolean> {
    return this.replace(accountId, contactId, '', version, manager);
  }

  private async replace(
    accountId: number,
    contactId: number,
    text: string,
    version: number,
    manager: EntityManager,
  ): Promise<boolean> {
    const [newer]: { textVersion: number }[] = await manager.query(
      `INSERT INTO tickets.contact_texts AS known (account_id, contact_id, text, version, text_version)
       VALUES ($1, $2, $3, $4, $4)
       ON CONFLICT (account_id, contact_id) DO UPDATE SET text = excluded.text, version = excluded.version,
         text_version = CASE WHEN known.text = excluded.text THEN known.text_version ELSE excluded.version END
         WHERE known.version < excluded.version
       RETURNING text_version AS "textVersion"`,
      [accountId, contactId, text, version],
    );
    return newer?.textVersion === version;
  }
}

function textOf({ firstname, lastname, phone }: Contact): string {
  return searchText(`${firstname} ${lastname ?? ''}`, phone);
}
