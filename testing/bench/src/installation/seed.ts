import { until } from '@chat/test-kit';
import type { Pool } from 'pg';

/** The usual number of conversations and contacts of the first account. */
export const MANY_ROWS = 10_000;
/** The same for each other account at most, enough for several pages. */
export const SOME_ROWS = 200;
/** The first national number of contacts; the country code is 1. */
export const FIRST_NUMBER = 2_125_000_000;

/** The numbers of some of the seeded contacts, in digits. */
export function customerNumbers(count: number, offset = 0): string[] {
  return Array.from({ length: count }, (_, index) => `1${FIRST_NUMBER + offset + 1 + index}`);
}

/** The numbers of people who write to Cloud numbers, up to 8,000: their endings cause no fault in the sandbox. */
export function cloudCustomerNumbers(count: number): string[] {
  return customerNumbers(count, 2_000);
}

/** Fills an account that has no conversations, with one inbound message each. */
export async function seedConversations(
  database: Pool,
  { accountId, channelId }: { accountId: number; channelId: number },
  rows: number,
): Promise<void> {
  await database.query(
    `WITH contacts AS (
       SELECT n, ('1' || $4::bigint + n) AS phone, now() - n * interval '1 minute' AS moment
       FROM generate_series(1, $3::integer) AS n
     ), conversations AS (
       INSERT INTO messaging.conversations (account_id, id, channel_id, contact_phone, canonical_phone, contact_name,
         unread_count, last_message_id, last_message_at)
       SELECT $1::bigint, n, $2::bigint, phone, phone, 'Customer ' || n, 1, n, moment FROM contacts
     )
     INSERT INTO messaging.messages (account_id, id, conversation_id, channel_id, direction, source, type, body,
       chat_message_id, status, sequence, occurred_at, sent_at, delivered_at)
     SELECT $1::bigint, n, n, $2::bigint, 'inbound', 'customer', 'text', 'Has order ' || n || ' left your house already?',
       'SEED' || n, 'delivered', 1, moment, moment, now() FROM contacts`,
    [accountId, channelId, rows, FIRST_NUMBER],
  );
  for (const table of ['messaging.conversations', 'messaging.messages']) {
    await database.query(`SELECT setval(pg_get_serial_sequence('${table}', 'id'), max(id)) FROM ${table}`);
  }
}

/** Fills an address book. */
export async function seedContacts(database: Pool, accountId: number, rows: number): Promise<void> {
  await database.query(
    `INSERT INTO crm.contacts (account_id, firstname, lastname, mobile_code, mobile, canonical_phone,
       marketing_opted_out, search_text, version, created_at, updated_at)
     SELECT $1::bigint, 'Customer', 'Number ' || n, '1', mobile, '1' || mobile, false,
       'CUSTOMER NUMBER ' || n || E'\\n1' || mobile || E'\\n', 1, now(), now()
     FROM (SELECT n, ($3::bigint + n)::text AS mobile FROM generate_series(1, $2::integer) AS n) AS numbers`,
    [accountId, rows, FIRST_NUMBER],
  );
}

/** Waits for, or does, what would otherwise happen in the middle of a measurement: texts for searches, and autovacuum. */
export async function settleSeeded(database: Pool): Promise<void> {
  const waiting = 'SELECT FROM messaging.renamed_people LIMIT 1';
  await until(async () => (await database.query(waiting)).rowCount === 0, {
    describe: 'texts of all seeded conversations',
  });
  const tables = ['messaging.conversations', 'messaging.messages', 'crm.contacts'];
  for (const table of tables) await database.query(`VACUUM ANALYZE ${table}`);
}
