import type { Occurrence } from '@chat/bus';
import { toShownError } from '@chat/contracts/connector';
import { toNullableTimestamp, toTimestamp } from '@chat/service-kit';
import type {
  Message,
  MessageAuthor,
  MessageContact,
  MessageEventData,
  WholeMessage,
} from '@chat/contracts/messaging';
import type { MediaUrls } from './media-urls';
import { isExpired, toContentMembers, toEmptyMembers } from './message-content.rules';
import { isMediaLost, toStatus } from './message-status.rules';
import type { ListedMessageRow, MessageRow, WholeMessageRow } from './message.row';
import { withoutNames } from './shown-to';

export function toMessage(row: MessageRow | ListedMessageRow, urls: MediaUrls): Message {
  const content = row.deleted_at === null ? toContentMembers(row) : toEmptyMembers(row);
  const hasMedia = content.media !== null && !isMediaLost(row) && !isExpired(row);
  return {
    id: row.id,
    conversation_id: row.conversation_id,
    chat_account_id: row.channel_id,
    contact: toContact(row),
    chat_message_id: row.chat_message_id,
    direction: row.direction,
    source: row.source,
    ...content,
    reply_to: row.reply_to,
    reactions: (row.reactions ?? []).map(({ at, ...reaction }) => ({ ...reaction, at: toTimestamp(at) })),
    media_url: hasMedia ? urls.of(row.id) : null,
    message_truncated: row.is_cut,
    status: toStatus(row.status),
    error: toShownError(row.error),
    pricing: row.pricing,
    author: row.source === 'app' ? PHONE : row.author,
    sequence: row.sequence,
    sent_at: toNullableTimestamp(row.sent_at),
    delivered_at: toNullableTimestamp(row.delivered_at),
    read_at: toNullableTimestamp(row.read_at),
    failed_at: toNullableTimestamp(row.failed_at),
    edited_at: toNullableTimestamp(row.edited_at),
    deleted_at: toNullableTimestamp(row.deleted_at),
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  };
}

/** Messages that were written on the phone, or in the business app. */
const PHONE: MessageAuthor = { type: 'phone', id: null, name: null };

export function toWholeMessage(row: WholeMessageRow, urls: MediaUrls): WholeMessage {
  return { ...toMessage(row, urls), ...(row.extra && { extra: row.extra }) };
}

export function toContact(
  row: Pick<
    MessageRow,
    'contact_id' | 'contact_name' | 'contact_phone' | 'contact_username' | 'provider_user_id'
  >,
): MessageContact {
  return {
    id: row.contact_id,
    name: row.contact_name,
    phone: row.contact_phone,
    provider_user_id: row.provider_user_id,
    username: row.contact_username,
  };
}

/** What is told of a change of a message. */
export function toOccurrence(
  accountId: number,
  row: MessageRow,
  urls: MediaUrls,
): Occurrence<MessageEventData> {
  const data = {
    // Endpoints of apps hear it, too.
    message: withoutNames(toMessage(row, urls)),
    contact: toContact(row),
    conversation_id: row.conversation_id,
  };
  return {
    accountId,
    entity: `messages/${row.id}`,
    entityVersion: row.version,
    channelId: row.channel_id,
    data,
  };
}
