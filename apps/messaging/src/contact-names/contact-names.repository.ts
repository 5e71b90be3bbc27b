import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Contact } from '@chat/contracts/crm';
import { canonicalPhone } from '@chat/phone-numbers';

/** Joins what the address book says of the contact of `messaging.conversations c`, as `n`: one row of a key, or none. */
export const JOIN_CONTACT_NAME = `
  LEFT JOIN messaging.contact_names n
    ON n.account_id = c.account_id AND n.canonical_phone = c.canonical_phone AND n.name IS NOT NULL`;

/** The address book as its events tell it: whose number it is that a conversation is with. */
@Injectable()
export class ContactNamesRepository {
  /** Takes in what an event says of a contact, unless something newer was here before. */
  async learn(accountId: number, contact: Contact, version: number, manager: EntityManager): Promise<void> {
    const { id, phone, firstname, lastname } = contact;
    const name = lastname === null ? firstname : `${firstname} ${lastname}`;
    await this.replace(accountId, phone, { id, name, version }, manager);
  }

  /** The number is nobody's any more; who had it stays without a name, so that a late event does not bring it back. */
  async forget(
    accountId: number,
    { contact_id: id, phone }: { contact_id: number; phone: string },
    version: number,
    manager: EntityManager,
  ): Promise<void> {
    await this.replace(accountId, phone, { id, name: null, version }, manager);
  }

  /** A number may pass on to a contact that is made later, and so has a greater id. */
  private async replace(
    accountId: number,
    phone: string,
    { id, name, version }: { id: number; name: string | null; version: number },
    manager: EntityManager,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO messaging.contact_names AS known (account_id, canonical_phone, contact_id, name, version)
       VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT ON CONSTRAINT contact_names_pkey DO UPDATE SET
         contact_id = excluded.contact_id, name = excluded.name, version = excluded.version
       WHERE (known.contact_id, known.version) < (excluded.contact_id, excluded.version)`,
      [accountId, canonicalPhone(phone), id, name, version],
    );
  }
}
