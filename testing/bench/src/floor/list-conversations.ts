import type { Pool } from 'pg';
import { success, timestamp } from './envelope';
import { MESSAGE_COLUMNS, toContact, toMessage, type MessageRow } from './message';
import { COUNT_LIMIT, paginationOf } from './pagination';

interface ConversationRow extends MessageRow {
  unread_count: number;
  last_message_at: Date;
  last_inbound_at: Date | null;
  conversation_created_at: Date;
  conversation_updated_at: Date;
}

/** How long a number on the provider's cloud may answer a person freely. */
const CARE_WINDOW_MS = 24 * 60 * 60 * 1_000;

/**
 * The first page of an account's conversations with their last messages, and the capped count.
 * @param cloudChannels the channels that have a care window.
 */
export async function listConversations(
  pool: Pool,
  accountId: number,
  perPage: number,
  cloudChannels: ReadonlySet<number>,
): Promise<object> {
  const [{ rows }, counted] = await Promise.all([
    pool.query<ConversationRow>({
      name: 'page_of_conversations',
      text: `SELECT ${MESSAGE_COLUMNS}, c.unread_count, c.last_message_at, c.last_inbound_at,
         c.created_at AS conversation_created_at, c.updated_at AS conversation_updated_at
       FROM floor.conversations c
       JOIN floor.messages m ON m.account_id = c.account_id AND m.id = c.last_message_id
       WHERE c.account_id = $1
       ORDER BY c.last_message_at DESC, c.id DESC LIMIT $2`,
      values: [accountId, perPage + 1],
    }),
    pool.query<{ total: number }>({
      name: 'count_of_conversations',
      text: `SELECT count(*) AS total FROM (
         SELECT FROM floor.conversations WHERE account_id = $1 LIMIT $2) AS counted`,
      values: [accountId, COUNT_LIMIT + 1],
    }),
  ]);
  const pagination = paginationOf(rows, perPage, counted.rows[0]!.total, (row) => [
    row.last_message_at.getTime(),
    row.conversation_id,
  ]);
  const conversations = rows
    .slice(0, perPage)
    .map((row) => toConversation(row, cloudChannels.has(row.channel_id)));
  return success({ conversations }, { pagination });
}

function toConversation(row: ConversationRow, hasCareWindow: boolean): object {
  const inboundAt = row.last_inbound_at?.getTime();
  const expiresAt = hasCareWindow && inboundAt !== undefined ? new Date(inboundAt + CARE_WINDOW_MS) : null;
  return {
    id: row.conversation_id,
    chat_account_id: row.channel_id,
    contact: toContact(row),
    unread_count: row.unread_count,
    window_expires_at: timestamp(expiresAt),
    last_message: toMessage(row),
    last_message_at: timestamp(row.last_message_at),
    created_at: timestamp(row.conversation_created_at),
    updated_at: timestamp(row.conversation_updated_at),
  };
}
