import type { Client } from 'pg';
import { withoutIndexes } from '../without-indexes';

/** An account with one long conversation and many short ones. */
export interface Population {
  accountId: number;
  /** Of the long conversation, whose id is 1. */
  messages: number;
  /** With one message each. */
  conversations: number;
}

export const LONG_CONVERSATION = 1;

/** Fills accounts. The n-th message from the end was sent n seconds before the last. */
export async function seedMessages(client: Client, populations: readonly Population[]): Promise<void> {
  // The service would write their texts too, while it is measured.
  await client.query('ALTER TABLE messaging.conversations DISABLE TRIGGER USER');
  const tables = ['messaging.messages', 'messaging.conversations', 'messaging.conversation_texts'];
  await withoutIndexes(client, tables, async () => {
    for (const population of populations) {
      await seedConversations(client, population);
      await seedLongConversation(client, population);
    }
  });
  await client.query('ALTER TABLE messaging.conversations ENABLE TRIGGER USER');
  await client.query('VACUUM ANALYZE messaging.conversation_texts');
  for (const table of ['messaging.messages', 'messaging.conversations']) {
    await client.query(`SELECT setval(pg_get_serial_sequence('${table}', 'id'), max(id)) FROM ${table}`);
    await client.query(`VACUUM ANALYZE ${table}`);
  }
}

async function seedConversations(
  client: Client,
  { accountId, messages, conversations }: Population,
): Promise<void> {
  await client.query(
    `INSERT INTO messaging.conversations (account_id, id, channel_id, contact_phone, canonical_phone, contact_name,
       unread_count, last_sequence, last_message_id, last_message_at)
     SELECT $1::bigint, n, 1, phone, phone, 'Customer ' || n, 1, CASE n WHEN ${LONG_CONVERSATION} THEN $2::bigint ELSE 1 END,
       CASE n WHEN ${LONG_CONVERSATION} THEN $2::bigint ELSE $2::bigint + n END, now() - (n - 1) * interval '1 second'
     FROM (SELECT n, (12125000000 + n)::text AS phone FROM generate_series(1, $3::bigint) AS n) AS contacts`,
    [accountId, messages, conversations],
  );
  await client.query(
    `INSERT INTO messaging.conversation_texts (account_id, id, search_text)
     SELECT account_id, id, upper(contact_name) || E'\\n' || contact_phone || E'\\n'
     FROM messaging.conversations WHERE account_id = $1`,
    [accountId],
  );
  await insertMessages(client, {
    accountId,
    id: `${messages} + n`,
    conversation: 'n',
    sequence: '1',
    age: 'n - 1',
    from: LONG_CONVERSATION + 1,
    to: conversations,
  });
}

async function seedLongConversation(client: Client, { accountId, messages }: Population): Promise<void> {
  await insertMessages(client, {
    accountId,
    id: 'n',
    conversation: String(LONG_CONVERSATION),
    sequence: 'n',
    age: `${messages} - n`,
    from: 1,
    to: messages,
  });
}

async function insertMessages(
  client: Client,
  message: {
    accountId: number;
    id: string;
    conversation: string;
    sequence: string;
    /** In seconds. */
    age: string;
    from: number;
    to: number;
  },
): Promise<void> {
  const { accountId, id, conversation, sequence, age, from, to } = message;
  await client.query(
    `INSERT INTO messaging.messages (account_id, id, conversation_id, channel_id, direction, source, type, body,
       chat_message_id, status, sequence, occurred_at, sent_at, delivered_at)
     SELECT $1::bigint, ${id}, ${conversation}, 1, 'inbound', 'customer', 'text',
       'Has order ' || n || ' left your house already?', 'SEED' || (${id}), 'delivered', ${sequence}, moment, moment, moment
     FROM (SELECT n, now() - (${age}) * interval '1 second' AS moment FROM generate_series($2::bigint, $3::bigint) AS n) AS moments`,
    [accountId, from, to],
  );
}
