import type { Pool } from 'pg';
import { success, timestamp } from './envelope';
import { COUNT_LIMIT, paginationOf } from './pagination';

interface ContactRow {
  id: number;
  firstname: string;
  lastname: string | null;
  mobile_code: string;
  mobile: string;
  marketing_opted_out: boolean;
  created_at: Date;
  updated_at: Date;
}

/** The first page of an account's contacts, newest first, and the capped count. */
export async function listContacts(pool: Pool, accountId: number, perPage: number): Promise<object> {
  const [{ rows }, counted] = await Promise.all([
    pool.query<ContactRow>(
      `SELECT id, firstname, lastname, mobile_code, mobile, marketing_opted_out, created_at, updated_at
       FROM floor.contacts WHERE account_id = $1 ORDER BY id DESC LIMIT $2`,
      [accountId, perPage + 1],
    ),
    pool.query<{ total: number }>(
      `SELECT count(*) AS total FROM (
         SELECT FROM floor.contacts WHERE account_id = $1 LIMIT $2) AS counted`,
      [accountId, COUNT_LIMIT + 1],
    ),
  ]);
  const pagination = paginationOf(rows, perPage, counted.rows[0]!.total, ({ id }) => [id]);
  return success({ contacts: rows.slice(0, perPage).map(toContact) }, { pagination });
}

function toContact(row: ContactRow): object {
  return {
    id: row.id,
    firstname: row.firstname,
    lastname: row.lastname,
    mobile_code: row.mobile_code,
    mobile: row.mobile,
    phone: row.mobile_code + row.mobile,
    marketing_opted_out: row.marketing_opted_out,
    created_at: timestamp(row.created_at),
    updated_at: timestamp(row.updated_at),
  };
}
