import { Bool, Digits, Id, IfGiven, Int, Nested, Nullable, OneOf, Optional, Timestamp, Verbatim } from '..';

/** The statuses of a device session. Clients see them as `device_raw_status`. */
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

/** A session belongs to exactly one channel and is identified by its id. */
export class SessionRef {
  @Id() channel_id!: number;
}

/**
 * The current state of a session. `epoch` counts its owners and `seq` the changes under one owner: a snapshot with a
 * lower pair is older, no matter in which order they arrive.
 */
export class SessionSnapshot {
  @Id() channel_id!: number;
  @OneOf(rawStatuses) raw_status!: RawStatus;
  @Int({ min: 0 }) epoch!: number;
  @Int({ min: 0 }) seq!: number;
  /** The number of the linked phone. */
  @Nullable() @Digits() phone_number!: string | null;
  @Nullable() @Verbatim() last_error!: string | null;
  /** The same in one word. Sessions of an earlier release do not say. */
  @IfGiven() @Nullable() @Verbatim() last_error_reason?: string | null;
  @Nullable() @Timestamp() last_seen_at!: string | null;
  @Nullable() @Timestamp() last_heartbeat_at!: string | null;
}

export class ResetSession extends SessionRef {
  /** Leaves a session that its owner finds connected unchanged; the answer shows its state. */
  @Optional() @Bool() unless_connected?: boolean;
}

export class SessionQr {
  @Nested(() => SessionSnapshot) session!: SessionSnapshot;
  /** PNG as a data URI; null when the session is connected. */
  @Nullable() @Verbatim() qr!: string | null;
  /** Seconds until the code expires. */
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
  /** The reason in one sentence, stored as the session's last error. */
  @Nullable() @Verbatim() reason!: string | null;
}

export class ClaimedSession {
  @Bool() claimed!: boolean;
}

export class RenewMedia extends SessionRef {
  /** What the engine of the session calls the media. */
  @Verbatim() source!: string;
}

export class RenewedMedia {
  /** What it calls the media from now on; null when the phone no longer has it. */
  @Nullable() @Verbatim() source!: string | null;
}
