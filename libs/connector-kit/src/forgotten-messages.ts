import type { DataSource } from 'typeorm';
import type { ForgetMessages } from '@chat/contracts/connector';

/** The table `received` of a connector. */
interface ReceivedTable {
  schema: string;
  /**
   * Whether its key has the column `from_phone`, and `phone` and `user_id` name the other person: on networks whose
   * senders choose the ids of their messages.
   */
  hasSender: boolean;
}

/** The digest of the id in this column, which recognizes an erased message when the network redelivers it. */
const erasedId = (column: string) => `'erased:' || encode(sha256(convert_to(${column}, 'UTF8')), 'hex')`;

/**
 * Erases a connector's records of messages. Since the id of a message may contain a number, a digest replaces it for inbound
 * messages, until the record would have expired.
 */
export async function forgetMessages(
  dataSource: DataSource,
  { schema, hasSender }: ReceivedTable,
  accountId: number,
  { phones, user_ids = [], messages }: ForgetMessages,
): Promise<void> {
  const named = messages.filter(({ chat_message_id }) => chat_message_id !== null);
  await dataSource.transaction(async (manager) => {
    await manager.query(
      `DELETE FROM ${schema}.sends WHERE account_id = $1 AND message_id = ANY ($2::bigint[])`,
      [accountId, messages.map(({ message_id }) => message_id)],
    );
    const sender = hasSender ? ', from_phone' : '';
    const isOfPerson = `(ARRAY[known.from_phone, known.phone, known.user_id] && $4::text[])`;
    await manager.query(
      `WITH gone AS (
         DELETE FROM ${schema}.received WHERE ctid = ANY (ARRAY(
           SELECT known.ctid FROM unnest($2::bigint[], $3::text[]) AS given(channel_id, chat_message_id)
           JOIN ${schema}.received AS known USING (channel_id, chat_message_id)
           WHERE known.account_id = $1 ${hasSender ? `AND ${isOfPerson}` : ''}
           ORDER BY channel_id, chat_message_id FOR UPDATE OF known))
         RETURNING *
       )
       INSERT INTO ${schema}.received (account_id, channel_id, chat_message_id, received_at${sender})
       SELECT account_id, channel_id, ${erasedId('chat_message_id')}, received_at${hasSender ? `, ''` : ''}
       FROM gone ON CONFLICT DO NOTHING`,
      [
        accountId,
        named.map(({ channel_id }) => channel_id),
        named.map(({ chat_message_id }) => chat_message_id),
        ...(hasSender ? [[...phones, ...user_ids]] : []),
      ],
    );
  });
}

/** The SQL condition that the message of an alias was erased, by one lookup of the key. */
export function isErased({ schema, hasSender }: ReceivedTable, alias: string): string {
  return `EXISTS (
    SELECT FROM ${schema}.received AS erased
    WHERE erased.account_id = ${alias}.account_id AND erased.channel_id = ${alias}.channel_id
      ${hasSender ? `AND erased.from_phone = ''` : ''}
      AND erased.chat_message_id = ${erasedId(`${alias}.chat_message_id`)})`;
}
