import type { Pool } from 'pg';
import { CONTACT_COLUMNS, toContact, type ContactRow } from './contact';
import { success } from './envelope';
import { appendEvent } from './events';
import { inTransaction } from './in-transaction';

export interface NewContact {
  firstname: string;
  lastname: string;
  mobile_code: string;
  mobile: string;
}

/** Commits a contact with its event. The numbers of the bench have a single spelling. */
export function createContact(pool: Pool, accountId: number, contact: NewContact): Promise<object> {
  const { firstname, lastname, mobile_code: code, mobile } = contact;
  const searchText = `${firstname} ${lastname}\n${code}${mobile}\n`.toUpperCase();
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<ContactRow>({
      name: 'insert_contact',
      text: `INSERT INTO floor.contacts (account_id, firstname, lastname, mobile_code, mobile, canonical_phone,
         marketing_opted_out, search_text, version, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $4 || $5, false, $6, 1, now(), now())
       RETURNING ${CONTACT_COLUMNS}`,
      values: [accountId, firstname, lastname, code, mobile, searchText],
    });
    const created = toContact(rows[0]!);
    await appendEvent(client, accountId, {
      type: 'contact.created',
      subject: `contacts/${rows[0]!.id}`,
      data: { contact: created },
    });
    return success({ contact: created });
  });
}
