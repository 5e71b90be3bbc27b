import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { canonicalPhone } from '@chat/phone-numbers';
import { USER_KEY } from '../people/person.rules';

/**
 * Joins the address book entry of the contact of `messaging.conversations c` as `n`: at most one row, by primary key.
 */
export const JOIN_CONTACT_NAME = `
  LEFT JOIN messaging.contact_names n
    ON n.account_id = c.account_id AND n.canonical_phone = c.canonical_phone AND n.name IS NOT NULL`;

/** A contact as reported by an event. Without a name, the number has no contact any more, and no opt-out. */
export interface ContactName {
  accountId: number;
  contactId: number;
  phone: string;
  name: string | null;
  /** The opt-out set by the account itself. */
  marketingOptedOut: boolean;
  version: number;
}

/** A person without a number in the address book of the business app; a null name removes them. */
export interface AppName {
  accountId: number;
  providerUserId: string;
  name: string | null;
  at: Date;
}

/** The largest version that the column can hold, in 2038. From then on, the name that arrives last counts. */
const MAX_VERSION = 2 ** 31 - 1;

/** The projection of the address book from its events: which contact has the number of a conversation. */
@Injectable()
export class ContactNamesRepository {
  /**
   * Applies contacts from events, unless a newer state is known. A number may pass to a contact that was created later
   * and so has a greater id. A deleted contact's row is kept without the name, so that a late event does not bring the
   * name back.
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
    // Only the newest per number, in key order, so that replicas cannot deadlock.
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

  /** Keeps the names of people without a number, who are no contacts. Their version is the time, in seconds. */
  async learnFromApp(names: AppName[], manager: EntityManager): Promise<void> {
    const given = names.map(({ accountId, providerUserId, name, at }) => ({
      account_id: accountId,
      canonical_phone: `${USER_KEY}${providerUserId}`,
      name,
      version: Math.min(Math.floor(at.getTime() / 1_000), MAX_VERSION),
    }));
    await manager.query(
      `INSERT INTO messaging.contact_names AS known (account_id, canonical_phone, contact_id, name, version)
       SELECT DISTINCT ON (account_id, canonical_phone) account_id, canonical_phone, NULL::bigint, name, version
       FROM json_to_recordset($1) AS given(account_id bigint, canonical_phone text, name text, version int)
       ORDER BY account_id, canonical_phone, version DESC
       ON CONFLICT ON CONSTRAINT contact_names_pkey DO UPDATE SET name = excluded.name, version = excluded.version
       WHERE known.version <= excluded.version`,
      [JSON.stringify(given)],
    );
  }
}
