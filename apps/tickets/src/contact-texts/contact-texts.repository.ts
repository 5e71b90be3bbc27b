import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Contact } from '@chat/contracts/crm';
import { searchText } from '@chat/lists';

/** What every event is newer than. */
const BEFORE_ALL_EVENTS = 0;

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
  async hold(accountId: number, contact: Contact, manager: EntityManager): Promise<string> {
    await manager.query(
      `INSERT INTO tickets.contact_texts (account_id, contact_id, text, version) VALUES ($1, $2, $3, $4)
       ON CONFLICT (account_id, contact_id) DO NOTHING`,
      [accountId, contact.id, textOf(contact), BEFORE_ALL_EVENTS],
    );
    const [row]: [{ text: string }] = await manager.query(
      `SELECT text FROM tickets.contact_texts WHERE account_id = $1 AND contact_id = $2 FOR SHARE`,
      [accountId, contact.id],
    );
    return row.text;
  }

  /** Takes in what an event says of a contact, unless a newer one was here before. */
  learn(accountId: number, contact: Contact, version: number, manager: EntityManager): Promise<void> {
    return this.replace(accountId, contact.id, textOf(contact), version, manager);
  }

  /** No search finds a ticket by its deleted contact; the version stays, so that a late event does not bring it back. */
  forget(accountId: number, contactId: number, version: number, manager: EntityManager): Promise<void> {
    return this.replace(accountId, contactId, '', version, manager);
  }

  private async replace(
    accountId: number,
    contactId: number,
    text: string,
    version: number,
    manager: EntityManager,
  ): Promise<void> {
    const newer: unknown[] = await manager.query(
      `INSERT INTO tickets.contact_texts (account_id, contact_id, text, version) VALUES ($1, $2, $3, $4)
       ON CONFLICT (account_id, contact_id) DO UPDATE SET text = excluded.text, version = excluded.version
         WHERE contact_texts.version < excluded.version
       RETURNING version`,
      [accountId, contactId, text, version],
    );
    if (newer.length === 0) return;
    // A statement of its own: it must see the tickets of the transactions that held the text until now.
    await manager.query(
      `UPDATE tickets.tickets SET contact_text = $3
       WHERE account_id = $1 AND contact_id = $2 AND contact_text <> $3`,
      [accountId, contactId, text],
    );
  }
}

function textOf({ firstname, lastname, phone }: Contact): string {
  return searchText(`${firstname} ${lastname ?? ''}`, phone);
}
