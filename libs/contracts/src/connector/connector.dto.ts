import {
  AnyObject,
  Bool,
  Digits,
  Id,
  Int,
  ListOf,
  Nested,
  Nullable,
  OneOf,
  Optional,
  Timestamp,
  Union,
  Verbatim,
} from '..';
import { contentKinds, MediaReference, type MessageContent } from './content.dto';
import { MessageError } from './failure.dto';

/** A message to hand over. */
export class ConnectorSend {
  @Id() channel_id!: number;
  /** Ours. It is also the reference under which the network knows the message, where networks keep one. */
  @Id() message_id!: number;
  /** Digits with country code; null where the network hides the number. */
  @Nullable() @Digits() to!: string | null;
  /** What the network calls the receiver, where it hides the number. */
  @Optional() @Verbatim({ min: 1, max: 200 }) provider_user_id?: string;
  @Union(() => contentKinds) content!: MessageContent;
  /** Epoch milliseconds after which the message must not be handed over any more. */
  @Int({ min: 0 }) deadline!: number;
}

export class ConnectorAccepted {
  /** The message's id on the network. */
  @Verbatim({ min: 1 }) chat_message_id!: string;
}

/** A send whose outcome is not known here. */
export class SettleSend {
  @Id() channel_id!: number;
  @Id() message_id!: number;
}

/** Messages that were read here. */
export class ReadMessages {
  @Id() channel_id!: number;
  /** The newest of them, by its id on the network. What the same person sent before it was read with it. */
  @Verbatim({ min: 1 }) chat_message_id!: string;
}

/** A message that is erased. */
export class ForgottenMessage {
  @Id() channel_id!: number;
  @Id() message_id!: number;
  /** Null where the network never named it. */
  @Nullable() @Verbatim({ min: 1 }) chat_message_id!: string | null;
}

/** Messages to and from one person that are erased. */
export class ForgetMessages {
  /** The person's number in all its spellings. */
  @ListOf(Digits()) phones!: string[];
  @ListOf(() => ForgottenMessage) messages!: ForgottenMessage[];
}

export const sendOutcomes = ['sent', 'refused', 'unknown'] as const;

/**
 * What became of a send: `sent`, since the network accepted it; `refused` before the network had it, and for good,
 * should the request still arrive; or `unknown`, since it may have been handed over.
 */
export class SettledSend {
  @OneOf(sendOutcomes) outcome!: (typeof sendOutcomes)[number];
  /** Of a message that was sent. */
  @Nullable() @Verbatim() chat_message_id!: string | null;
  /** Why it was refused, unless it never arrived. */
  @Nullable() @Nested(() => MessageError) error!: MessageError | null;
}

/** `sent`: the network accepted a message of which its sender had been told that nobody knows. */
export const receiptLevels = ['sent', 'delivered', 'read', 'failed'] as const;
export type ReceiptLevel = (typeof receiptLevels)[number];

/** How a message fares that the network has. Receipts come in any order, and more than once. */
export class Receipt {
  @Id() message_id!: number;
  @Verbatim({ min: 1 }) chat_message_id!: string;
  @OneOf(receiptLevels) level!: ReceiptLevel;
  /** What the network calls the receiver, where it says so. */
  @Optional() @Verbatim({ min: 1, max: 200 }) provider_user_id?: string;
  /** With `failed`: why. */
  @Nullable() @Nested(() => MessageError) error!: MessageError | null;
  /** By the network's clock. */
  @Timestamp() at!: string;
}

/** The receipts of one channel that the network gave together, in their order. */
export class ReceiptsData {
  @Id() channel_id!: number;
  @ListOf(() => Receipt) receipts!: Receipt[];
}

/** What somebody wrote to a channel. */
export class InboundData {
  @Id() channel_id!: number;
  @Verbatim({ min: 1 }) chat_message_id!: string;
  /** Digits with country code; null where the network hides the number. */
  @Nullable() @Digits() from!: string | null;
  /** What the network calls the sender beside the number, or instead of it. */
  @Optional() @Verbatim({ min: 1, max: 200 }) provider_user_id?: string;
  /** What the sender calls itself. */
  @Nullable() @Verbatim() name!: string | null;
  @Union(() => contentKinds) content!: MessageContent;
  /** Whether it is the network that tells something of the sender, who wrote nothing. */
  @Optional() @Bool() is_notice?: boolean;
  /** What the message refers to, such as the one that it answers, in the provider's shape. */
  @Optional() @AnyObject() context?: object;
  /** By the network's clock. */
  @Timestamp() sent_at!: string;
}

/** What was written to somebody in the app of the channel itself, and not through us. */
export class EchoData {
  @Id() channel_id!: number;
  @Verbatim({ min: 1 }) chat_message_id!: string;
  /** Digits with country code; null where the network hides the number. */
  @Nullable() @Digits() to!: string | null;
  /** What the network calls the receiver beside the number, or instead of it. */
  @Optional() @Verbatim({ min: 1, max: 200 }) provider_user_id?: string;
  @Union(() => contentKinds) content!: MessageContent;
  /** By the network's clock. */
  @Timestamp() sent_at!: string;
}

/** What became of the bytes of a message whose media was `awaited`: they are stored, or the network has lost them. */
export class MediaData {
  @Id() channel_id!: number;
  /** The message's id on the network. */
  @Verbatim({ min: 1 }) chat_message_id!: string;
  /** As it is from now on. */
  @Nested(() => MediaReference) media!: MediaReference;
  /** Why there are no bytes and never will be; null when they are stored. */
  @Nullable() @Nested(() => MessageError) error!: MessageError | null;
}
