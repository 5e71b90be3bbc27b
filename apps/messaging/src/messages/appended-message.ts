import { personKey, type Person } from '../people/person.rules';
import { mediaReferenceOf, toStorable, type ReferringContent } from './message-content.rules';
import type { MessageState } from './message-status.rules';
import type { MessageRow } from './message.row';

/** The data of a message appended to its conversation, whether new or past. */
export interface AppendedMessage extends Person {
  accountId: number;
  channelId: number;
  direction: MessageRow['direction'];
  source: MessageRow['source'];
  /** The user name that the person chose on the network; null or absent leaves it unchanged. */
  username?: string | null;
  content: ReferringContent;
  /** What the network said of it besides; null or absent if nothing. */
  extra?: object | null;
  /** The service that hands it over or received it. */
  connector: string;
  status: MessageState;
  chatMessageId: string | null;
  /** When it was sent; null if not yet. */
  sentAt: Date | null;
}

/** The columns of `toGiven`, for `json_to_recordset`. */
export const GIVEN_COLUMNS = `place int, account_id bigint, channel_id bigint, phone text, canonical_phone text,
  provider_user_id text, username text, direction text, source text, type text, body text, content text, extra jsonb,
  connector text, status text, chat_message_id text, sent_at timestamptz, blob text, blob_size bigint`;

/** Whether the newest of the appended messages becomes the last one of the conversation `known`. */
export const IS_LAST = `(excluded.last_message_at, excluded.last_message_id) > (known.last_message_at, known.last_message_id)`;

/** A message as a parameter of a statement, with its position among the others. */
export function toGiven(message: AppendedMessage, place: number) {
  const media = mediaReferenceOf(message.content);
  return {
    place,
    account_id: message.accountId,
    channel_id: message.channelId,
    phone: message.phone,
    canonical_phone: personKey(message),
    provider_user_id: message.providerUserId,
    username: message.username,
    direction: message.direction,
    source: message.source,
    ...toStorable(message.content),
    extra: message.extra,
    blob: media?.blob ?? null,
    // Until the bytes are there, their size is only what somebody says.
    blob_size: media && !media.awaited ? media.size : 0,
    connector: message.connector,
    status: message.status,
    chat_message_id: message.chatMessageId,
    sent_at: message.sentAt,
  };
}
