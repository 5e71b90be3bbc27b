import type { Client } from 'pg';
import { FIRST_NUMBER } from '../installation/seed';
import { withoutIndexes } from '../without-indexes';
import type { Shape } from './shape';

/**
 * Fills the accounts of the temporary table `filled` with messages, their conversations and contacts. Accounts write in
 * turn, as they would, so the rows of one are scattered over the table. Conversations differ in length: of 1,000, the
 * longest has a tenth of the messages.
 */
export async function seedMessages(client: Client, shape: Shape): Promise<void> {
  const tables = ['messages', 'conversations', 'conversation_texts'].map((table) => `messaging.${table}`);
  // The service would write their texts too, while it is measured.
  await client.query('ALTER TABLE messaging.conversations DISABLE TRIGGER USER');
  await withoutIndexes(client, tables, async () => {
    await client.query(MESSAGES, [shape.accounts, shape.messages, shape.conversations, shape.days]);
    await client.query(CONVERSATIONS, [shape.conversations]);
    await client.query(TEXTS);
  });
  await client.query('ALTER TABLE messaging.conversations ENABLE TRIGGER USER');
  for (const table of ['messaging.messages', 'messaging.conversations'])
    await client.query(`SELECT setval(pg_get_serial_sequence('${table}', 'id'), max(id)) FROM ${table}`);
  await withoutIndexes(client, ['crm.contacts'], async () => {
    await client.query(CONTACTS, [shape.conversations]);
  });
  await withoutIndexes(client, ['device_sessions.sends'], async () => {
    await client.query(SENDS);
  });
}

/** Each account ($1 of them) gets $2 messages of the last $4 days, in $3 conversations. */
const MESSAGES = `
  INSERT INTO messaging.messages (account_id, id, conversation_id, channel_id, direction, source, type, body, chat_message_id,
    status, sequence, occurred_at, sent_at, delivered_at, read_at, created_at, updated_at)
  SELECT account_id, n + 1, place * $3::bigint + partner + 1, channel_id, direction,
    CASE direction WHEN 'outbound' THEN 'api' ELSE 'customer' END, 'text',
    'Order ' || n || ' left our house this morning and arrives tomorrow before noon.', 'SEED' || n,
    CASE direction WHEN 'outbound' THEN 'read' ELSE 'delivered' END, sequence, moment, moment, moment,
    CASE direction WHEN 'outbound' THEN moment END, moment, moment
  FROM (
    SELECT *, row_number() OVER (PARTITION BY place, partner ORDER BY n) AS sequence FROM (
      SELECT n, n % $1::bigint AS place,
        CASE WHEN n / $1::bigint < $3::bigint THEN n / $1::bigint
          ELSE floor($3::bigint * power((hashint8(n) & 65535) / 65536.0, 3))::bigint END AS partner,
        CASE n / $1::bigint % 2 WHEN 0 THEN 'outbound' ELSE 'inbound' END AS direction,
        now() - $4::float8 * interval '1 day' * (1 - n::float8 / ($1::bigint * $2::bigint)) AS moment
      FROM generate_series(0, $1::bigint * $2::bigint - 1) AS n) AS message
  ) AS numbered JOIN filled USING (place) ORDER BY n`;

const CONVERSATIONS = `
  INSERT INTO messaging.conversations (account_id, id, channel_id, contact_phone, canonical_phone, contact_name, unread_count,
    last_sequence, last_message_id, last_message_at, last_inbound_id, last_inbound_at, created_at, updated_at)
  SELECT account_id, id, channel_id, phone, phone, 'Customer ' || phone, (id % 5 = 0)::int, last_sequence, last_id, last_at,
    last_inbound_id, last_inbound_at, first_at, last_at
  FROM (
    SELECT account_id, conversation_id AS id, channel_id, '1' || ${FIRST_NUMBER} + (conversation_id - 1) % $1::bigint + 1 AS phone,
      max(sequence) AS last_sequence, max(id) AS last_id, max(occurred_at) AS last_at, min(occurred_at) AS first_at,
      max(id) FILTER (WHERE direction = 'inbound') AS last_inbound_id,
      max(occurred_at) FILTER (WHERE direction = 'inbound') AS last_inbound_at
    FROM messaging.messages GROUP BY account_id, conversation_id, channel_id
  ) AS conversation ORDER BY id`;

const TEXTS = `
  INSERT INTO messaging.conversation_texts (account_id, id, search_text)
  SELECT account_id, id, upper(contact_name) || E'\\n' || contact_phone || E'\\n' FROM messaging.conversations ORDER BY id`;

/** Everybody who has a conversation is a contact. */
const CONTACTS = `
  INSERT INTO crm.contacts (account_id, firstname, lastname, mobile_code, mobile, canonical_phone, marketing_opted_out,
    search_text, version, created_at, updated_at)
  SELECT account_id, 'Customer', 'Number ' || n, '1', mobile, '1' || mobile, false,
    'CUSTOMER NUMBER ' || n || E'\\n1' || mobile || E'\\n', 1, now(), now()
  FROM (SELECT n, (${FIRST_NUMBER} + n)::text AS mobile FROM generate_series(1, $1::bigint) AS n) AS numbers, filled
  ORDER BY n, place`;

/** What the connector keeps of each send, with the sealed content of the last two weeks. */
const SENDS = `
  INSERT INTO device_sessions.sends (account_id, message_id, channel_id, chat_message_id, state, version, created_at,
    updated_at, content)
  SELECT account_id, id, channel_id, chat_message_id, 'accepted', 3, created_at, created_at,
    CASE WHEN created_at > now() - interval '13 days' THEN decode(repeat(md5(id::text), 8), 'hex') END
  FROM messaging.messages WHERE direction = 'outbound' ORDER BY id`;
