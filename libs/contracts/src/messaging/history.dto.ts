import { AnyObject, Digits, Id, ListOf, Nullable, OneOf, Optional, Timestamp, Union, Verbatim } from '..';
import { contentKinds, type MessageContent } from '../connector';

/** The status of a message when it was imported. `unknown`: the app had not sent it yet. */
export const historyStatuses = ['sent', 'delivered', 'read', 'failed', 'unknown'] as const;
export type HistoryStatus = (typeof historyStatuses)[number];

/** Maximum number of messages in one part of a history. */
export const MAX_HISTORY_PART = 100;

/** A message that a channel exchanged before it was connected. */
export class HistoryMessage {
  /** The message's id on the network. */
  @Verbatim({ min: 1 }) chat_message_id!: string;
  @OneOf(['inbound', 'outbound']) direction!: 'inbound' | 'outbound';
  /** The other party, in digits with country code; null where the network hides the number. */
  @Nullable() @Digits() phone!: string | null;
  /** The network's id of the other party, in addition to the number or instead of it. */
  @Optional() @Verbatim({ min: 1, max: 200 }) provider_user_id?: string;
  /** The user name that the other party chose on the network. */
  @Optional() @Verbatim({ min: 1, max: 200 }) username?: string;
  @Union(() => contentKinds) content!: MessageContent;
  /** What the message refers to, in the provider's format. */
  @Optional() @AnyObject() context?: object;
  /** The ad or post from which the person came, in the provider's format. */
  @Optional() @AnyObject() referral?: object;
  /** The members that this version of the connector does not know, in the network's format. */
  @Optional() @AnyObject() extra?: object;
  @OneOf(historyStatuses) status!: HistoryStatus;
  /** According to the network's clock. */
  @Timestamp() sent_at!: string;
}

/** A part of a channel's history. Parts arrive in any order and more than once. */
export class ImportHistory {
  @Id() channel_id!: number;
  /** The service that imports it. */
  @Verbatim({ min: 1 }) connector!: string;
  @ListOf(() => HistoryMessage, { maxItems: MAX_HISTORY_PART }) messages!: HistoryMessage[];
}

export class ImportedHistory {
  /** The blobs of this part that now belong to messages. The other blobs are not needed. */
  @ListOf(Verbatim()) blobs!: string[];
}
