import {
  About,
  AnyObject,
  Bool,
  Digits,
  Example,
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
import {
  changeKinds,
  contentKinds,
  MediaReference,
  type MessageChange,
  type MessageContent,
} from './content.dto';
import { MessageError } from './failure.dto';

/** The message that one answers or reacts to. */
export class ReferredMessage {
  /** The network's id. */
  @Verbatim({ min: 1 }) chat_message_id!: string;
  /** Whether it was sent by the channel, not by the person. */
  @Bool() is_ours!: boolean;
  /** The beginning of its text, for networks where an answer repeats what it answers. */
  @Nullable() @Verbatim({ max: 1_024 }) text!: string | null;
}

/** A message to hand over to the network. */
export class ConnectorSend {
  @Id() channel_id!: number;
  /** Our id. It is also sent to the network as the message's reference, where the network supports one. */
  @Id() message_id!: number;
  /** Digits with country code; null where the network hides the number. */
  @Nullable() @Digits() to!: string | null;
  /** The network's id of the recipient, if the network hides the number. */
  @Optional() @Verbatim({ min: 1, max: 200 }) provider_user_id?: string;
  @Union(() => contentKinds) content!: MessageContent;
  /** What it answers, or reacts to. */
  @Optional() @Nested(() => ReferredMessage) refers_to?: ReferredMessage;
  /** Epoch milliseconds after which the message must no longer be handed over. */
  @Int({ min: 0 }) deadline!: number;
}

export class ConnectorAccepted {
  /** The message's id on the network. */
  @Verbatim({ min: 1 }) chat_message_id!: string;
}

/** A send whose outcome messaging does not know. */
export class SettleSend {
  @Id() channel_id!: number;
  @Id() message_id!: number;
}

/** The messages of one person to mark as read. */
export class ReadMessages {
  @Id() channel_id!: number;
  /** The network's id of the newest message read. Earlier messages of the same person count as read too. */
  @Verbatim({ min: 1 }) chat_message_id!: string;
}

/** The person to whom it is shown that somebody types. */
export class ShowTyping {
  @Id() channel_id!: number;
  /** Digits with country code; null where the network hides the number. */
  @Nullable() @Digits() to!: string | null;
  /** The network's id of the person, if it is known. */
  @Optional() @Verbatim({ min: 1, max: 200 }) provider_user_id?: string;
  /** The network's id of the person's last message, which is shown as read where the network demands one. */
  @Optional() @Verbatim({ min: 1 }) chat_message_id?: string;
}

/** A message that is being erased. */
export class ForgottenMessage {
  @Id() channel_id!: number;
  @Id() message_id!: number;
  /** Null if the network never assigned an id. */
  @Nullable() @Verbatim({ min: 1 }) chat_message_id!: string | null;
}

/** The messages to and from one person that are being erased. */
export class ForgetMessages {
  /** The person's number in all its spellings. */
  @ListOf(Digits()) phones!: string[];
  /** The network's ids of the person. */
  @Optional() @ListOf(Verbatim({ min: 1, max: 200 })) user_ids?: string[];
  @ListOf(() => ForgottenMessage) messages!: ForgottenMessage[];
}

export const sendOutcomes = ['sent', 'refused', 'unknown'] as const;

/**
 * The outcome of a send. `sent`: the network accepted it. `refused`: it never reached the network, and never will, even
 * if the request still arrives. `unknown`: it may have been handed over.
 */
export class SettledSend {
  @OneOf(sendOutcomes) outcome!: (typeof sendOutcomes)[number];
  /** The network's id of the message, if it was sent. */
  @Nullable() @Verbatim() chat_message_id!: string | null;
  /** Why it was refused; null if the request never arrived. */
  @Nullable() @Nested(() => MessageError) error!: MessageError | null;
}

/** `sent`: the network accepted a message whose outcome had been reported as unknown. */
export const receiptLevels = ['sent', 'delivered', 'read', 'failed'] as const;
export type ReceiptLevel = (typeof receiptLevels)[number];

/** What the network says of the price of a message, in its own words. */
export class MessagePricing {
  @About('The rate that applies.') @Example('utility') @Nullable() @Verbatim() category!: string | null;
  @About('`regular`, or why the message is free.') @Example('regular') @Nullable() @Verbatim() type!:
    string | null;
  @About('How messages are priced.') @Example('PMP') @Nullable() @Verbatim() model!: string | null;
}

/** The delivery status of a message that the network has. Receipts arrive in any order and more than once. */
export class Receipt {
  @Id() message_id!: number;
  @Verbatim({ min: 1 }) chat_message_id!: string;
  @OneOf(receiptLevels) level!: ReceiptLevel;
  /** The network's id of the recipient, if it is reported. */
  @Optional() @Verbatim({ min: 1, max: 200 }) provider_user_id?: string;
  /** What the network charges, if it says so with this level. */
  @Optional() @Nested(() => MessagePricing) pricing?: MessagePricing;
  /** The reason, with `failed`. */
  @Nullable() @Nested(() => MessageError) error!: MessageError | null;
  /** According to the network's clock. */
  @Timestamp() at!: string;
}

/** Receipts of one channel that the network reported together, in their order. */
export class ReceiptsData {
  @Id() channel_id!: number;
  @ListOf(() => Receipt) receipts!: Receipt[];
}

/** A message that reached a channel without our doing, or a change of one. */
class ArrivedData {
  @Id() channel_id!: number;
  @Verbatim({ min: 1 }) chat_message_id!: string;
  /** The network's id of the other party, in addition to the number or instead of it. */
  @Optional() @Verbatim({ min: 1, max: 200 }) provider_user_id?: string;
  /** The user name that the other party chose on the network. */
  @Optional() @Verbatim({ min: 1, max: 200 }) username?: string;
  /** A change names its message, and is none itself; a version that does not know it keeps it as an unknown kind. */
  @Union(() => [...contentKinds, ...changeKinds]) content!: MessageContent | MessageChange;
  /** What the message refers to, such as the message it replies to, in the provider's format. */
  @Optional() @AnyObject() context?: object;
  /** The members that this version of the connector does not know, in the network's format. */
  @Optional() @AnyObject() extra?: object;
  /** According to the network's clock. */
  @Timestamp() sent_at!: string;
}

/** A message that a person sent to a channel. */
export class InboundData extends ArrivedData {
  /** Digits with country code; null where the network hides the number. */
  @Nullable() @Digits() from!: string | null;
  /** The sender's display name. */
  @Nullable() @Verbatim() name!: string | null;
  /** The ad or post from which the person came, in the provider's format. */
  @Optional() @AnyObject() referral?: object;
  /** True for what the network says about the sender, who wrote nothing. */
  @Optional() @Bool() is_notice?: boolean;
}

/** A message that was sent from the channel's own app instead of through this API. */
export class EchoData extends ArrivedData {
  /** Digits with country code; null where the network hides the number. */
  @Nullable() @Digits() to!: string | null;
  /** The display name of the recipient, if the network says it. */
  @Optional() @Verbatim() name?: string;
}

/** The outcome of copying media that was `awaited`: the bytes are stored, or the network has lost them. */
export class MediaData {
  @Id() channel_id!: number;
  /** The message's id on the network. */
  @Verbatim({ min: 1 }) chat_message_id!: string;
  /** The reference that replaces the awaited one. */
  @Nested(() => MediaReference) media!: MediaReference;
  /** Why the bytes are lost for good; null if they are stored. */
  @Nullable() @Nested(() => MessageError) error!: MessageError | null;
}
