import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { canonicalPhone } from '@chat/phone-numbers';

/** Joins what the address book says of the contact of `messaging.conversations c`, as `n`: one row of a key, or none. */
export const JOIN_CONTACT_NAME = `
  LEFT JOIN messaging.contact_names n
    ON n.account_id = c.account_id AND n.canonical_phone = c.canonical_phone AND n.name IS NOT NULL`;

/** What an event says of a contact; without a name the number is nobody's any more, and nobody opted out. */
export interface ContactName {
  accountId: number;
  contactId: number;
  phone: string;
  name: string | null;
  /** The word of the account. */
  marketingOptedOut: boolean;
  version: number;
}

/** The address book as its events tell it: whose number it is that a conversation is with. */
@Injectable()
export class ContactNamesRepository {
  /**
   * Takes in what events say of contacts, unless something newer was here before. A number may pass on to a contact
   * that is made later, and so has a greater id. Who had it stays without a name, so that a late event does not bring
   * it back.
   */
  async learn(names: ContactName[], manager: EntityManager): Promise<void> {
    const given = names.map(({ accountId, contactId, phone, name, marketingOptedOut, version }) => ({
      account_id: accountId,
      canonical_phone: canonicalPhone(phone),
      contact_id: contactId,
      name,
      marketing_opted_out: marketingOptedOut,
      version,
    }));
    // The newest of each number, in the order of the keys, so that replicas never wait for each other in a circle.
    await manager.query(
      `INSERT INTO messaging.contact_names AS known (account_id, canonical_phone, contact_id, name,
         marketing_opted_out, version)
       SELECT DISTINCT ON (account_id, canonical_phone) account_id, canonical_phone, contact_id, name,
         marketing_opted_out, version
       FROM json_to_recordset($1) AS given(account_id bigint, canonical_phone text, contact_id bigint, name text,
         marketing_opted_out boolean, version int)
       ORDER BY account_id, canonical_phone, contact_id DESC, version DESC
       ON CONFLICT ON CONSTRAINT contact_names_pkey DO UPDATE SET
         contact_id = excluded.contact_id, name = excluded.name,
         marketing_opted_out = excluded.marketing_opted_out, version = excluded.version
       WHERE (known.contact_id, known.version) < (excluded.contact_id, excluded.version)`,
      [JSON.stringify(given)],
    );
  }
}
