import {
  About,
  AnyObject,
  Bool,
  Digits,
  Example,
  FilterId,
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
import {
  contentTypes,
  MessageError,
  MessageLocation,
  MessageMedia,
  MessagePricing,
  type ContentType,
} from '../connector';

/** The statuses that clients see. A message is still `queued` while it is being handed over. */
export const messageStatuses = ['queued', 'sent', 'delivered', 'read', 'failed', 'unknown'] as const;
export type MessageStatus = (typeof messageStatuses)[number];

@About('The other party in a conversation.')
export class MessageContact {
  @About('The contact in the address book with this number, however it is written; null if there is none.')
  @Example(31)
  @Nullable()
  @Id()
  id!: number | null;
  @About('First and last name in the address book; without an entry there, the name that the contact uses.')
  @Example('Ada Lovelace')
  @Nullable()
  @Verbatim()
  name!: string | null;
  @About('Digits with country code; null if the network hides the number.')
  @Example('14155550123')
  @Nullable()
  @Digits()
  phone!: string | null;
  @About("The provider's identifier for a person whose number it hides.")
  @Nullable()
  @Verbatim()
  provider_user_id!: string | null;
  @About('The user name that the person chose on the network; null if it does not tell one.')
  @Example('@ada.l')
  @Nullable()
  @Verbatim()
  username!: string | null;
}

@About('What a message of a kind that this service does not know was, in the words of the network.')
export class UnsupportedMessage {
  @Example('poll') @Nullable() @Verbatim() type!: string | null;
  @Example('131051') @Nullable() @Verbatim() code!: string | null;
  @Example('Message type unknown') @Nullable() @Verbatim() title!: string | null;
  @Nullable() @Verbatim() details!: string | null;
  @About('Everything that the network said of it; null if that is larger than 16 KiB.')
  @Nullable()
  @AnyObject()
  payload!: object | null;
}

@About('The current reaction of one side to a message.')
export class MessageReaction {
  @About('`inbound`: the customer reacted.')
  @Example('inbound')
  @OneOf(['inbound', 'outbound'])
  direction!: 'inbound' | 'outbound';
  @Example('👍') @Verbatim() emoji!: string;
  @About('The message that is the reaction.') @Example(1043) @Id() message_id!: number;
  @Timestamp() at!: string;
}

export const authorTypes = ['api_key', 'oauth_app', 'user', 'phone'] as const;

@About('Who sent a message.')
export class MessageAuthor {
  @About('`phone`: it was written on the phone or in the business app of the channel.')
  @Example('api_key')
  @OneOf(authorTypes)
  type!: (typeof authorTypes)[number];
  @About('The client id of the key or app, or the id of the user; null for a phone.')
  @Example('ck_5Xr9cQ2bT7uVwY1zA3eF6hJ8kL0mN4pR')
  @Nullable()
  @Verbatim()
  id!: string | null;
  @About(
    'As it was at that moment; null if there is none. Apps and webhooks are not told the names of users.',
  )
  @Nullable()
  @Verbatim()
  name!: string | null;
}

export class Message {
  @Example(1042) @Id() id!: number;
  @Example(17) @Id() conversation_id!: number;
  @Example(7) @About('The channel.') @Id() chat_account_id!: number;
  @Nested(() => MessageContact) contact!: MessageContact;
  @About("The provider's identifier; null until the provider has accepted the message.")
  @Example('3EB0C767D097B7C7C030')
  @Nullable()
  @Verbatim()
  chat_message_id!: string | null;
  @Example('outbound') @OneOf(['inbound', 'outbound']) direction!: 'inbound' | 'outbound';
  @OneOf(['api', 'template', 'app', 'customer']) source!: 'api' | 'template' | 'app' | 'customer';
  @OneOf(contentTypes) type!: ContentType;
  @About('The text, or the caption of the media.')
  @Example('Your order is on its way.')
  @Nullable()
  @Verbatim()
  message!: string | null;
  @About(
    'True if the text was cut: in lists and in `last_message`, it is limited to 4,096 characters. Get the ' +
      'message by its id for the full text.',
  )
  @Example(false)
  @Bool()
  message_truncated!: boolean;
  @Nullable() @Nested(() => MessageMedia) media!: MessageMedia | null;
  @About('Download URL of the media, for authenticated clients.')
  @Nullable()
  @Verbatim()
  media_url!: string | null;
  @Nullable() @Nested(() => MessageLocation) location!: MessageLocation | null;
  @Nullable() @AnyObject() template!: object | null;
  @About("Interactive content, including contacts, orders and reactions, in the provider's format.")
  @Nullable()
  @AnyObject()
  interactive!: object | null;
  @About('Our id of the message that this one answers; null if it answers none, or one that is not there.')
  @Example(1041)
  @Nullable()
  @Id()
  reply_to!: number | null;
  @About(
    "What a message refers to, in the provider's format: `id` of the message it replies to, " +
      '`forwarded`, `referred_product`. Null if it refers to nothing.',
  )
  @Nullable()
  @AnyObject()
  context!: object | null;
  @About('The reactions to this message that were not taken back: at most one of each side.')
  @Example([])
  @ListOf(() => MessageReaction, { maxItems: 2 })
  reactions!: MessageReaction[];
  @About(
    'The ad or post from which the person came, in the format of the provider: `source_url`, `source_id`, ' +
      '`ctwa_clid`. Null if there is none.',
  )
  @Nullable()
  @AnyObject()
  referral!: object | null;
  @About(
    'With `type` `system`: the notice of the network about the person, in the format of the provider, with its own `type`, ' +
      'such as `user_changed_number`. Nobody wrote it: it is not unread, and never the `last_message`.',
  )
  @Nullable()
  @AnyObject()
  system!: object | null;
  @About('With `type` `unsupported`: what the message was.')
  @Nullable()
  @Nested(() => UnsupportedMessage)
  unsupported!: UnsupportedMessage | null;
  @About('What the provider says of the price of an outbound message on a Cloud channel; null until it does.')
  @Nullable()
  @Nested(() => MessagePricing)
  pricing!: MessagePricing | null;
  @About(
    'Who sent an outbound message; null for inbound ones, and for those that were sent by version 0.2 or earlier.',
  )
  @Nullable()
  @Nested(() => MessageAuthor)
  author!: MessageAuthor | null;
  @About('`unknown`: it is not known whether the message was sent.')
  @Example('delivered')
  @OneOf(messageStatuses)
  status!: MessageStatus;
  @Nullable() @Nested(() => MessageError) error!: MessageError | null;
  @About('Position in the conversation, by arrival: 1, 2, 3 … without gaps.')
  @Example(4)
  @Int({ min: 1 })
  sequence!: number;
  @Example('2026-01-31T10:20:30.000+00:00') @Nullable() @Timestamp() sent_at!: string | null;
  @Example('2026-01-31T10:20:31.000+00:00') @Nullable() @Timestamp() delivered_at!: string | null;
  @Nullable() @Timestamp() read_at!: string | null;
  @Nullable() @Timestamp() failed_at!: string | null;
  @About('When its sender last changed the text; null if never. Earlier texts are not kept.')
  @Nullable()
  @Timestamp()
  edited_at!: string | null;
  @About('When its sender deleted it; null if it is not deleted. A deleted message has no content any more.')
  @Nullable()
  @Timestamp()
  deleted_at!: string | null;
  @Timestamp() created_at!: string;
  @Timestamp() updated_at!: string;
}

export class SentMessage {
  @Example(1042) @Id() message_id!: number;
  @Example(17) @Id() conversation_id!: number;
  @Example('3EB0C767D097B7C7C030') @Verbatim() chat_message_id!: string;
}

@About('A message with everything that the network said of it.')
export class WholeMessage extends Message {
  @About(
    'Members of the message that this service does not know, in the format of the network; absent if there are none.',
  )
  @Optional()
  @AnyObject()
  extra?: object;
}

export class MessageResult {
  @Nested(() => WholeMessage) message!: WholeMessage;
}

export class Conversation {
  @Example(17) @Id() id!: number;
  @Example(7) @Id() chat_account_id!: number;
  @Nested(() => MessageContact) contact!: MessageContact;
  @Int({ min: 0 }) unread_count!: number;
  @About('When the customer care window closes; null for Device channels, which have none.')
  @Nullable()
  @Timestamp()
  window_expires_at!: string | null;
  @Example({}) @Nullable() @Nested(() => Message) last_message!: Message | null;
  @Example('2026-01-31T10:20:30.000+00:00') @Nullable() @Timestamp() last_message_at!: string | null;
  @Timestamp() created_at!: string;
  @Timestamp() updated_at!: string;
}

export class ConversationResult {
  @Nested(() => Conversation) conversation!: Conversation;
}

export class ConversationMergedData {
  @About('The older of the two, which has all messages now.')
  @Nested(() => Conversation)
  conversation!: Conversation;

  @About('The id of the other one. It leads to `conversation` for good.')
  @Example(18)
  @Id()
  merged_id!: number;
}

export class ConversationRef {
  @Id() conversation_id!: number;
}

export class ConversationList {
  @ListOf(() => Conversation) conversations!: Conversation[];
}

export class ListConversationsQuery extends PageQuery {
  @About('Return only conversations on this channel. An unknown channel returns an empty list.')
  @Optional()
  @FilterId()
  chat_account_id?: number;
  @About(
    'Return only conversations with this contact of the address book. An unknown contact returns an empty list.',
  )
  @Optional()
  @FilterId()
  contact_id?: number;
  @About('`true`: return only conversations with unread messages; `false`, like none: all.')
  @Optional()
  @Bool()
  unread?: boolean;
  @About(
    'Part of the name, the user name or the number of the other party, but not of a message. A number is found however it is written. ' +
      'Case and accents are ignored. A name that changes is found within seconds.',
  )
  @Optional()
  @Verbatim({ min: 1, max: 100 })
  search?: string;
}

export class MessageList {
  @ListOf(() => Message) messages!: Message[];
}

export class ListMessagesQuery extends PageQuery {}

/** The channel whose data disappears from every answer at once. */
export class HideChannel {
  @Id() channel_id!: number;
}

export class MessageEventData {
  @Nested(() => Message) message!: Message;
  @Nested(() => MessageContact) contact!: MessageContact;
  @Example(17) @Id() conversation_id!: number;
}
