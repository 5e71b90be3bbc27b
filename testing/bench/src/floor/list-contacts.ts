import type { Pool } from 'pg';
import { CONTACT_COLUMNS, toContact, type ContactRow } from './contact';
import { success } from './envelope';
import { COUNT_LIMIT, paginationOf } from './pagination';

/** The first page of an account's contacts, newest first, and the capped count. */
export async function listContacts(pool: Pool, accountId: number, perPage: number): Promise<object> {
  const [{ rows }, counted] = await Promise.all([
    pool.query<ContactRow>({
      name: 'page_of_contacts',
      text: `SELECT ${CONTACT_COLUMNS}
       FROM floor.contacts WHERE account_id = $1 ORDER BY id DESC LIMIT $2`,
      values: [accountId, perPage + 1],
    }),
    pool.query<{ total: number }>({
      name: 'count_of_contacts',
      text: `SELECT count(*) AS total FROM (
         SELECT FROM floor.contacts WHERE account_id = $1 LIMIT $2) AS counted`,
      values: [accountId, COUNT_LIMIT + 1],
    }),
  ]);
  const pagination = paginationOf(rows, perPage, counted.rows[0]!.total, ({ id }) => [id]);
  return success({ contacts: rows.slice(0, perPage).map(toContact) }, { pagination });
}
