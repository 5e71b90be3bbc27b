import {
  AnyObject,
  Bool,
  Decimal,
  Digits,
  Id,
  Int,
  ListOf,
  Nested,
  Nullable,
  OneOf,
  Optional,
  PageQuery,
  Timestamp,
  Verbatim,
} from '..';

export const messageTypes = [
  'text',
  'image',
  'document',
  'video',
  'audio',
  'location',
  'interactive',
  'template',
  'product',
  'order',
  'contacts',
  'reaction',
  'sticker',
  'unsupported',
] as const;
export type MessageType = (typeof messageTypes)[number];

/** The statuses that clients see. A message that is being handed over right now is `queued`. */
export const messageStatuses = ['queued', 'sent', 'delivered', 'read', 'failed', 'unknown'] as const;
export type MessageStatus = (typeof messageStatuses)[number];

/** The other side of a conversation. */
export class MessageContact {
  /** The contact in the address book that has this number, in whatever spelling; null when there is none. */
  @Nullable() @Id() id!: number | null;
  /** First and last name in the address book; without an entry there, what the contact calls itself. */
  @Nullable() @Verbatim() name!: string | null;
  /** Digits with country code. */
  @Digits() phone!: string;
}

export class MessageMedia {
  @Verbatim() mime_type!: string;
  @Nullable() @Verbatim() filename!: string | null;
  @Int({ min: 0 }) size!: number;
  @Verbatim() sha256!: string;
  @Bool() ptt!: boolean;
}

export class MessageLocation {
  @Decimal({ min: -90, max: 90 }) latitude!: number;
  @Decimal({ min: -180, max: 180 }) longitude!: number;
  @Nullable() @Verbatim() name!: string | null;
  @Nullable() @Verbatim() address!: string | null;
}

export class ProviderError {
  @Verbatim() code!: string;
  @Verbatim() message!: string;
}

export class MessageError {
  @Verbatim() code!: string;
  @Verbatim() message!: string;
  @Nullable() @Nested(() => ProviderError) provider!: ProviderError | null;
}

export class Message {
  @Id() id!: number;
  @Id() conversation_id!: number;
  @Id() chat_account_id!: number;
  @Nested(() => MessageContact) contact!: MessageContact;
  /** The provider's identifier; null until the provider has accepted the message. */
  @Nullable() @Verbatim() chat_message_id!: string | null;
  @OneOf(['inbound', 'outbound']) direction!: 'inbound' | 'outbound';
  @OneOf(['api', 'template', 'app', 'customer']) source!: 'api' | 'template' | 'app' | 'customer';
  @OneOf(messageTypes) type!: MessageType;
  /** The text, or the caption of the media. */
  @Nullable() @Verbatim() message!: string | null;
  @Nullable() @Nested(() => MessageMedia) media!: MessageMedia | null;
  /** Where an authenticated client downloads the media. */
  @Nullable() @Verbatim() media_url!: string | null;
  @Nullable() @Nested(() => MessageLocation) location!: MessageLocation | null;
  @Nullable() @AnyObject() template!: object | null;
  @Nullable() @AnyObject() interactive!: object | null;
  @OneOf(messageStatuses) status!: MessageStatus;
  @Nullable() @Nested(() => MessageError) error!: MessageError | null;
  /** Arrival number in its conversation: 1, 2, 3 … without gaps. */
  @Int({ min: 1 }) sequence!: number;
  @Nullable() @Timestamp() sent_at!: string | null;
  @Nullable() @Timestamp() delivered_at!: string | null;
  @Nullable() @Timestamp() read_at!: string | null;
  @Nullable() @Timestamp() failed_at!: string | null;
  @Timestamp() created_at!: string;
  @Timestamp() updated_at!: string;
}

export class SendMessage {
  /** Dial code without +. */
  @Digits({ max: 4 }) mobile_code!: string;
  /** National number. */
  @Digits({ max: 15 }) mobile!: string;
  @Optional() @Id() chat_account_id?: number;
  @Optional() @Digits() from_number?: string;
  /** Text of 1 to 4096 characters, sent as it is. */
  @Verbatim({ min: 1, max: 4096 }) message!: string;
}

export class SentMessage {
  @Id() message_id!: number;
  @Id() conversation_id!: number;
  @Verbatim() chat_message_id!: string;
}

export class MessageResult {
  @Nested(() => Message) message!: Message;
}

export class Conversation {
  @Id() id!: number;
  @Id() chat_account_id!: number;
  @Nested(() => MessageContact) contact!: MessageContact;
  @Int({ min: 0 }) unread_count!: number;
  /** When the customer care window closes; null on Device channels, which have none. */
  @Nullable() @Timestamp() window_expires_at!: string | null;
  @Nullable() @Nested(() => Message) last_message!: Message | null;
  @Nullable() @Timestamp() last_message_at!: string | null;
  @Timestamp() created_at!: string;
  @Timestamp() updated_at!: string;
}

export class ConversationResult {
  @Nested(() => Conversation) conversation!: Conversation;
}

export class ConversationRef {
  @Id() conversation_id!: number;
}

export class ConversationList {
  @ListOf(() => Conversation) conversations!: Conversation[];
}

export class ListConversationsQuery extends PageQuery {
  /** An unknown account gives an empty list. */
  @Optional() @Id() chat_account_id?: number;
}

export class MessageList {
  @ListOf(() => Message) messages!: Message[];
}

export class ListMessagesQuery extends PageQuery {}

/** Everything that hangs on these channels disappears from every answer at once. */
export class HideChannel {
  @Id() channel_id!: number;
}

export class MessageEventData {
  @Nested(() => Message) message!: Message;
  @Nested(() => MessageContact) contact!: MessageContact;
  @Id() conversation_id!: number;
}
