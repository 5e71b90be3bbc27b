import { closeCodes, networkContentTypes } from '@chat/device-network';
import {
  AnyObject,
  Bool,
  Decimal,
  Digits,
  IfGiven,
  Int,
  ListOf,
  Nested,
  Nullable,
  OneOf,
  Optional,
  Text,
  Verbatim,
} from '@chat/contracts';
import { faultModes, type FaultMode } from '../faults/fault';
import { mediaStates, type MediaState } from '../media/media.repository';

/** A phone number in a path or body of the control API. */
export class PhonePath {
  @Digits({ min: 5 }) digits!: string;
}

/** A message that a phone received or wrote. */
export class MessagePath extends PhonePath {
  @Verbatim({ min: 1, max: 1_000 }) id!: string;
}

/** Sets how the network answers devices that request the bytes of a message. */
export class PutMedia {
  @OneOf(mediaStates) state!: MediaState;
}

export class PutPhone {
  @Optional() @Text({ max: 100 }) name?: string;
  @Optional() @OneOf(['on', 'stop']) marketing?: 'on' | 'stop';
  /** Whether businesses see a user id instead of the number in what the person writes. */
  @Optional() @Bool() hidden?: boolean;
  /** Whether the number is on the network at all. */
  @Optional() @Bool() registered?: boolean;
  /** How the network spells the number of this person; null: as it is here. */
  @IfGiven() @Nullable() @Digits({ min: 5 }) registered_as?: string | null;
  /** Whether linking demands a passkey. */
  @Optional() @Bool() passkey?: boolean;
  /** Until when the phone may not start new chats: a time in ISO 8601, `further_notice`, or null. */
  @IfGiven() @Nullable() @Verbatim({ min: 10, max: 40 }) restricted_until?: string | null;
  /** Whether the person's app can react to messages. */
  @Optional() @Bool() can_react?: boolean;
}

/** What happens to the line of linked devices: one of the two. */
export class PutLine {
  @Optional() @Int({ min: 0, max: 3_600_000 }) down_ms?: number;
  @Optional() @Int({ min: 0, max: 3_600_000 }) silent_ms?: number;
}

export class LinkPhone {
  /** The data URI of the QR code, as the API answers it. */
  @Optional() @Verbatim({ min: 1, max: 500_000 }) qr?: string;
  @Optional() @Text({ max: 20 }) pairing_code?: string;
}

export class DisconnectPhone {
  @Optional() @Int({ min: 400, max: 599 }) code: number = closeCodes.connectionClosed;
}

export const writtenTypes = ['text', ...networkContentTypes, 'unsupported'] as const;
export type WrittenType = (typeof writtenTypes)[number];

/** 100 MiB in base64. */
const MAX_DATA_URI = 140 * 1024 * 1024;

export class WrittenLocation {
  @Decimal() latitude!: number;
  @Decimal() longitude!: number;
  @Optional() @Verbatim({ max: 1_000 }) name?: string;
  @Optional() @Verbatim({ max: 1_000 }) address?: string;
}

export class WrittenReaction {
  /** The message that it reacts to. */
  @Verbatim({ min: 1, max: 200 }) message_id!: string;
  /** Absent: removes the reaction. */
  @Optional() @Verbatim({ max: 50 }) emoji?: string;
}

export class WriteMessage {
  @Digits({ min: 5 }) to!: string;
  @Optional() @OneOf(writtenTypes) type: WrittenType = 'text';
  /** The text, or the body of an interactive message. */
  @Optional() @Verbatim({ min: 1, max: 65_536 }) text?: string;
  @Optional() @Verbatim({ min: 1, max: 65_536 }) caption?: string;
  /** The bytes as a data URI, or what `POST /phones/{digits}/media` answered. */
  @Optional() @Verbatim({ min: 1, max: MAX_DATA_URI }) media?: string;
  /** Overrides the type in the data URI. */
  @Optional() @Verbatim({ min: 1, max: 200 }) mime_type?: string;
  @Optional() @Verbatim({ min: 1, max: 1_000 }) filename?: string;
  @Optional() @Bool() ptt: boolean = false;
  /** How the network answers devices that request the bytes. */
  @Optional() @OneOf(mediaStates) media_state: MediaState = 'there';
  @Optional() @Nested(() => WrittenLocation) location?: WrittenLocation;
  @Optional() @ListOf(AnyObject(), { maxItems: 500 }) contacts?: object[];
  @Optional() @Nested(() => WrittenReaction) reaction?: WrittenReaction;
  @Optional() @AnyObject() interactive?: object;
  @Optional() @AnyObject() order?: object;
  /** The message that it answers. */
  @Optional() @Verbatim({ min: 1, max: 200 }) reply_to?: string;
  /** The time by the phone's clock, in ISO 8601; defaults to now. */
  @Optional() @Verbatim({ min: 10, max: 40 }) sent_at?: string;
  /** For `unsupported`: content that only a later version of the app knows. */
  @Optional() @AnyObject() content?: object;
}

export class PressButton {
  /** The id of the button, or of the row. */
  @Verbatim({ min: 1, max: 256 }) choice!: string;
}

export class ReadChat {
  @Digits({ min: 5 }) from!: string;
}

export class FaultMatch {
  @Optional() @Digits() to?: string;
  @Optional() @Verbatim({ min: 1, max: 200 }) reference?: string;
  /** A management call of the provider instead of a send, by the end of its path, such as `smb_app_data`. */
  @Optional() @Verbatim({ min: 1, max: 100 }) call?: string;
}

export class PutFault {
  @Optional() @Nested(() => FaultMatch) match: FaultMatch = {};
  @OneOf(faultModes) mode!: FaultMode;
  @Optional() @Int({ min: 0, max: 1_000_000 }) code?: number;
  @Optional() @Int({ min: 0, max: 600_000 }) delay_ms?: number;
  @Optional() @Int({ min: 0, max: 1_000_000 }) times: number = 1;
  @Optional() @Int({ min: 1, max: 1_000_000 }) attempts?: number;
}

export class SendsQuery {
  /** Our message id. */
  @Optional() @Digits({ max: 20 }) reference?: string;
}
