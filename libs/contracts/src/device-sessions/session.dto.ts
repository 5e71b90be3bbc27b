import { Bool, Digits, Id, Int, Nested, Nullable, OneOf, Timestamp, Verbatim } from '..';

/** What a device session says of itself. Goes out as `device_raw_status`. */
export const rawStatuses = [
  'STOPPED',
  'STARTING',
  'QRCODE',
  'PAIRING',
  'CONNECTING',
  'CONNECTED',
  'DISCONNECTED',
  'LOGGED_OUT',
  'CONFLICT',
  'BANNED',
  'QR_TIMEOUT',
  'FAILED',
] as const;
export type RawStatus = (typeof rawStatuses)[number];

/** A session belongs to exactly one channel and goes by its id. */
export class SessionRef {
  @Id() channel_id!: number;
}

/**
 * What a session is now. `epoch` counts its owners and `seq` the changes under one owner: a snapshot with a lower
 * pair is older, whatever way it came.
 */
export class SessionSnapshot {
  @Id() channel_id!: number;
  @OneOf(rawStatuses) raw_status!: RawStatus;
  @Int({ min: 0 }) epoch!: number;
  @Int({ min: 0 }) seq!: number;
  /** The number of the phone that is linked. */
  @Nullable() @Digits() phone_number!: string | null;
  @Nullable() @Verbatim() last_error!: string | null;
  @Nullable() @Timestamp() last_seen_at!: string | null;
  @Nullable() @Timestamp() last_heartbeat_at!: string | null;
}

export class SessionQr {
  @Nested(() => SessionSnapshot) session!: SessionSnapshot;
  /** PNG as a data URI; null when the session is connected. */
  @Nullable() @Verbatim() qr!: string | null;
  /** Seconds that the code has left. */
  @Int({ min: 0 }) expires_in!: number;
}

export class PairSession extends SessionRef {
  @Digits() phone!: string;
}

export class SessionPairingCode {
  @Nested(() => SessionSnapshot) session!: SessionSnapshot;
  @Verbatim() pairing_code!: string;
}

export class LogOutSession extends SessionRef {
  /** Why, in one sentence; kept as the session's last error. */
  @Nullable() @Verbatim() reason!: string | null;
}

/** One message to hand to the phone's network. Both connectors take the same. */
export class ConnectorSend {
  @Id() channel_id!: number;
  @Id() message_id!: number;
  /** Digits with country code. */
  @Digits() to!: string;
  @OneOf(['text']) type!: 'text';
  @Verbatim() text!: string;
  /** Epoch milliseconds after which the message must not be handed over any more. */
  @Int({ min: 0 }) deadline!: number;
}

export class ConnectorAccepted {
  @Verbatim() chat_message_id!: string;
}

export class SettleSend extends SessionRef {
  @Id() message_id!: number;
}

/**
 * What became of a send: `accepted` by the network, `refused` before acceptance (and refused for good, should the
 * request still arrive), or `unknown`, since it may have been handed over.
 */
export class SettledSend {
  @OneOf(['accepted', 'refused', 'unknown']) outcome!: 'accepted' | 'refused' | 'unknown';
  @Nullable() @Verbatim() chat_message_id!: string | null;
}

export class ClaimedSession {
  @Bool() claimed!: boolean;
}

export class InboundMessageData {
  @Id() channel_id!: number;
  @Verbatim() chat_message_id!: string;
  @Digits() from!: string;
  @Nullable() @Verbatim() push_name!: string | null;
  @OneOf(['text']) type!: 'text';
  @Verbatim() text!: string;
  @Timestamp() sent_at!: string;
}

export const acknowledgements = ['sent', 'delivered', 'read', 'failed'] as const;
export type Acknowledgement = (typeof acknowledgements)[number];

export class AcknowledgedMessageData {
  @Id() channel_id!: number;
  @Id() message_id!: number;
  @Verbatim() chat_message_id!: string;
  @OneOf(acknowledgements) level!: Acknowledgement;
  /** The network's own code, when the level is `failed`. */
  @Nullable() @Verbatim() error_code!: string | null;
  @Timestamp() at!: string;
}
