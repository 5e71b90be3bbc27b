import type { Stack } from '@chat/test-kit';

/** Gives a conversation earlier messages, until it has as many as this. The last one stays the last. */
export async function lengthen(
  stack: Stack,
  { accountId, channelId }: { accountId: number; channelId: number },
  messages: number,
): Promise<void> {
  const [conversation] = await stack.query<{ id: string; last_message_id: string }>(
    `SELECT id, last_message_id FROM messaging.conversations
     WHERE account_id = $1 AND channel_id = $2 AND last_message_id IS NOT NULL ORDER BY last_message_at DESC LIMIT 1`,
    [accountId, channelId],
  );
  if (!conversation) throw new Error('There is no conversation to lengthen.');
  const { id, last_message_id: lastId } = conversation;
  const [first] = await stack.query<{ id: string }>(
    'SELECT coalesce(max(id), 0) AS id FROM messaging.messages WHERE account_id = $1',
    [accountId],
  );
  const base = Number(first!.id);
  await stack.query(
    `INSERT INTO messaging.messages (account_id, id, conversation_id, channel_id, direction, source, type, body,
       chat_message_id, status, sequence, occurred_at, sent_at, delivered_at)
     SELECT $1::bigint, $2::bigint + n, $3::bigint, $4::bigint, 'inbound', 'customer', 'text',
       'Line ' || n || repeat(', and what else there is to say', (n % 5)::integer), 'LONG' || ($2::bigint + n), 'delivered',
       n + 1000000, moment, moment, moment
     FROM (SELECT n, now() - ($5::bigint - n) * interval '10 seconds' AS moment FROM generate_series(1, $5::bigint) AS n) AS all_of_them`,
    [accountId, base, id, channelId, messages],
  );
  await stack.query(
    `UPDATE messaging.conversations SET last_message_id = $3, last_sequence = $4, last_message_at = now()
     WHERE account_id = $1 AND id = $2`,
    [accountId, id, base + messages, messages + 1_000_000],
  );
  await stack.query(`DELETE FROM messaging.messages WHERE account_id = $1 AND id = $2`, [accountId, lastId]);
  await stack.query(
    `SELECT setval(pg_get_serial_sequence('messaging.messages', 'id'), (SELECT max(id) FROM messaging.messages))`,
  );
}
