import type { MessageRow } from './message.row';

/** The name of a message on its network. */
export interface MessageName {
  accountId: number;
  channelId: number;
  direction: MessageRow['direction'];
  chatMessageId: string;
}

/** The name of a message that has one. */
export function nameOf(
  accountId: number,
  row: Pick<MessageRow, 'channel_id' | 'direction' | 'chat_message_id'>,
) {
  const { channel_id: channelId, direction, chat_message_id: chatMessageId } = row;
  return { accountId, channelId, direction, chatMessageId: chatMessageId! };
}

/** The columns of `toNamed`, for `json_to_recordset`. */
export const NAMED_COLUMNS = 'account_id bigint, channel_id bigint, direction text, chat_message_id text';

/** A name as a parameter of a statement. */
export function toNamed({ accountId, channelId, direction, chatMessageId }: MessageName) {
  return { account_id: accountId, channel_id: channelId, direction, chat_message_id: chatMessageId };
}
