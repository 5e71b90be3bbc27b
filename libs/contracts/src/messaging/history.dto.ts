import { Digits, Id, ListOf, Nullable, OneOf, Optional, Timestamp, Union, Verbatim } from '..';
import { contentKinds, type MessageContent } from '../connector';

/** How messages fared before we knew of them. `unknown`: the app had not sent it yet. */
export const historyStatuses = ['sent', 'delivered', 'read', 'failed', 'unknown'] as const;
export type HistoryStatus = (typeof historyStatuses)[number];

/** How many messages one part of a history may have. */
export const MAX_HISTORY_PART = 100;

/** A message that a channel exchanged before it was ours. */
export class HistoryMessage {
  /** The message's id on the network. */
  @Verbatim({ min: 1 }) chat_message_id!: string;
  @OneOf(['inbound', 'outbound']) direction!: 'inbound' | 'outbound';
  /** The other side, in digits with country code; null where the network hides the number. */
  @Nullable() @Digits() phone!: string | null;
  /** What the network calls the other side beside the number, or instead of it. */
  @Optional() @Verbatim({ min: 1, max: 200 }) provider_user_id?: string;
  @Union(() => contentKinds) content!: MessageContent;
  @OneOf(historyStatuses) status!: HistoryStatus;
  /** By the network's clock. */
  @Timestamp() sent_at!: string;
}

/** A part of the history of a channel. Parts come in any order, and more than once. */
export class ImportHistory {
  @Id() channel_id!: number;
  /** The service that brings it. */
  @Verbatim({ min: 1 }) connector!: string;
  @ListOf(() => HistoryMessage, { maxItems: MAX_HISTORY_PART }) messages!: HistoryMessage[];
}

export class ImportedHistory {
  /** Of the blobs that the part names, those that messages have now. Nobody waits for the others. */
  @ListOf(Verbatim()) blobs!: string[];
}
