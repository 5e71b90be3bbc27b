import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { KnownWord } from './app-contact.rules';

interface WordRow {
  canonical_phone: string;
  firstname: string | null;
  lastname: string | null;
  changed_at: Date;
  contact_id: number | null;
}

/** The reports of business apps about the numbers of their contacts. */
@Injectable()
export class AppContactsRepository {
  /** Serializes the transactions that process an account's reports: at first there are no rows to lock. */
  async lock(accountId: number, manager: EntityManager): Promise<void> {
    await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('crm.app_contacts', $1))`, [
      accountId,
    ]);
  }

  /** Returns the latest report about each number that has one, by canonical number. */
  async find(
    accountId: number,
    canonicalPhones: string[],
    manager: EntityManager,
  ): Promise<Map<string, KnownWord>> {
    const rows: WordRow[] = await manager.query(
      `SELECT canonical_phone, firstname, lastname, changed_at, contact_id FROM crm.app_contacts
       WHERE account_id = $1 AND canonical_phone = ANY ($2)`,
      [accountId, canonicalPhones],
    );
    return new Map(rows.map((row) => [row.canonical_phone, toWord(row)]));
  }

  /** Inserts reports, replacing earlier ones. */
  async put(
    accountId: number,
    words: (KnownWord & { canonicalPhone: string })[],
    manager: EntityManager,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO crm.app_contacts (account_id, canonical_phone, firstname, lastname, changed_at, contact_id)
       SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::bigint[])
       ON CONFLICT ON CONSTRAINT app_contacts_pkey DO UPDATE SET firstname = excluded.firstname,
         lastname = excluded.lastname, changed_at = excluded.changed_at, contact_id = excluded.contact_id`,
      [
        accountId,
        words.map(({ canonicalPhone }) => canonicalPhone),
        words.map(({ name }) => name?.firstname ?? null),
        words.map(({ name }) => name?.lastname ?? null),
        words.map(({ at }) => at),
        words.map(({ contactId }) => contactId),
      ],
    );
  }
}

function toWord({ firstname, lastname, changed_at: at, contact_id: contactId }: WordRow): KnownWord {
  return { name: firstname === null ? null : { firstname, lastname }, at, contactId };
}
