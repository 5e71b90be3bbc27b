import type { ClientBase, Pool } from 'pg';
import { success } from './envelope';
import { appendEvent } from './events';
import { inTransaction } from './in-transaction';
import { MESSAGE_COLUMNS, toContact, toMessage, type MessageRow } from './message';

/** A message for the network. */
export interface HandedMessage {
  reference: string;
  to: string;
  text: string;
  /** In the provider's shape, if the message is a template. */
  template?: object;
}

/** Hands a message to the network. @returns its id there. */
export type HandOver = (message: HandedMessage) => Promise<string>;

export interface Outgoing {
  accountId: number;
  channelId: number;
  phone: string;
  text: string;
  /** In the provider's shape, if the message is a template. */
  template?: object;
}

/** Commits the message, hands it over, and commits the outcome with its event: the minimum work of a send. */
export async function sendMessage(pool: Pool, handOver: HandOver, outgoing: Outgoing): Promise<object> {
  const { id, conversation_id } = await append(pool, outgoing);
  const { phone: to, text } = outgoing;
  const chatMessageId = await handOver({ reference: `floor-${id}`, to, text });
  await record(pool, outgoing.accountId, id, chatMessageId);
  return success({ message_id: id, conversation_id, chat_message_id: chatMessageId });
}

export async function append(
  client: Pool | ClientBase,
  { accountId, channelId, phone, text, template }: Outgoing,
) {
  const { rows } = await client.query<Pick<MessageRow, 'id' | 'conversation_id'>>({
    name: 'append_message',
    text: `WITH c AS (
       INSERT INTO floor.conversations AS known
         (account_id, channel_id, contact_phone, canonical_phone, last_message_id, last_message_at)
       VALUES ($1, $2, $3, $3, nextval('floor.messages_id_seq'), now())
       ON CONFLICT (account_id, channel_id, canonical_phone) DO UPDATE SET
         last_sequence = known.last_sequence + 1, last_message_id = excluded.last_message_id,
         last_message_at = excluded.last_message_at, updated_at = now()
       RETURNING id, last_sequence, last_message_id, last_message_at
     )
     INSERT INTO floor.messages
       (account_id, id, conversation_id, channel_id, direction, source, type, body, status, sequence, occurred_at,
        settle_at, content)
     SELECT $1, last_message_id, id, $2, 'outbound', $5, $6, $4, 'sending', last_sequence, last_message_at,
       now() + interval '21 seconds', $7::jsonb
     FROM c
     RETURNING id, conversation_id`,
    values: [
      accountId,
      channelId,
      phone,
      text,
      template ? 'template' : 'api',
      template ? 'template' : 'text',
      template ? JSON.stringify({ template }) : null,
    ],
  });
  return rows[0]!;
}

function record(pool: Pool, accountId: number, id: number, chatMessageId: string): Promise<void> {
  return inTransaction(pool, (client) => recordOutcome(client, accountId, id, chatMessageId));
}

/** Records the outcome with its event, in the client's transaction. */
export async function recordOutcome(
  client: ClientBase,
  accountId: number,
  id: number,
  chatMessageId: string,
): Promise<void> {
  const { rows } = await client.query<MessageRow>({
    name: 'record_outcome',
    text: `WITH m AS (
         UPDATE floor.messages SET status = 'sent', chat_message_id = $3, sent_at = now(), settle_at = NULL,
           version = version + 1, updated_at = now()
         WHERE account_id = $1 AND id = $2 AND status = 'sending'
         RETURNING *
       )
       SELECT ${MESSAGE_COLUMNS}
       FROM m JOIN floor.conversations c ON c.account_id = m.account_id AND c.id = m.conversation_id`,
    values: [accountId, id, chatMessageId],
  });
  const row = rows[0]!;
  await appendEvent(client, accountId, {
    type: 'message.sent',
    subject: `messages/${id}`,
    data: { message: toMessage(row), contact: toContact(row), conversation_id: row.conversation_id },
  });
}
