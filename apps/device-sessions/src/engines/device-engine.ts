import type { Readable } from 'node:stream';
import type { MediaReference, MessageContent } from '@chat/contracts/connector';

/** Injects the engine that connects the sessions. */
export const DEVICE_ENGINE = Symbol('DEVICE_ENGINE');

/** Speaks the protocol of a phones' network. */
export interface DeviceEngine {
  /**
   * Begins one connection attempt, which never connects again by itself: after `closed` there is nothing more to
   * come. Without credentials the network asks for a phone to link.
   */
  connect(credentials: string | null, listener: EngineListener): EngineConnection;
  /**
   * The bytes of media that came in.
   * @param source as the engine gave it with the message.
   * @throws MediaGoneError when the network has them no more; any other error may be gone with the next try.
   */
  download(source: string, signal: AbortSignal): Promise<Readable>;
}

export interface EngineConnection {
  /**
   * A code of 8 characters for the owner of this phone to type in. For connections without credentials that have
   * shown a QR code.
   * @throws EngineClosedError when the connection ends before the code is there.
   */
  requestPairingCode(phone: string): Promise<string>;
  /**
   * Puts the bytes of a message that is to be sent on the network.
   * @returns what names them there, for the message's `uploaded`.
   * @throws Error when the network did not take them.
   */
  upload(bytes: Readable, signal: AbortSignal): Promise<string>;
  /** Hands a message over and waits for the network's word. */
  send(message: OutgoingMessage, timeoutMs: number): Promise<SendOutcome>;
  /**
   * The owner of this phone has read the message, and what the same person sent before it.
   * @returns whether the network took it in that time.
   */
  read(chatMessageId: string, timeoutMs: number): Promise<boolean>;
  /** Tells the network that this device is gone, and waits at most this long for its word. */
  logOut(timeoutMs: number): Promise<void>;
  /** Ends the connection; no event comes after that. */
  close(): void;
}

export class EngineClosedError extends Error {
  override name = 'EngineClosedError';
}

export interface OutgoingMessage {
  /** The id that the message has on the network. Chosen here, so that it is known before the message leaves. */
  chatMessageId: string;
  /** Our own id of the message. */
  reference: string;
  to: string;
  content: MessageContent;
  /** Of content with media: what `upload` returned for its bytes. */
  uploaded: string | null;
}

export type SendOutcome =
  | { kind: 'accepted' }
  | { kind: 'refused'; code: number; message: string }
  /** Nothing was written: the connection was closed already. */
  | { kind: 'not_sent' }
  /** Nothing was written: this engine cannot send such content. */
  | { kind: 'unsupported' }
  /** Written, and then neither a yes nor a no. */
  | { kind: 'unknown' };

/** The media of a message that came in. The bytes are on the network still. */
export interface InboundMedia extends Omit<MediaReference, 'blob' | 'awaited'> {
  /** What the engine needs to download them; nobody else reads it. */
  source: string;
}

type OnNetwork<C> = C extends { media: MediaReference } ? Omit<C, 'media'> & { media: InboundMedia } : C;

/** What a message says that came in. */
export type InboundContent = OnNetwork<MessageContent>;

export interface InboundMessage {
  type: 'message';
  chatMessageId: string;
  from: string;
  pushName: string | null;
  content: InboundContent;
  sentAt: Date;
}

export interface Receipt {
  type: 'receipt';
  chatMessageId: string;
  level: 'sent' | 'delivered' | 'read' | 'failed';
  errorCode: number | null;
  at: Date;
}

export type Arrival = InboundMessage | Receipt;

export type EngineEvent =
  | { type: 'qr'; text: string; expiresAt: number }
  /** The link is made; the network asks for a new connection with these credentials. */
  | { type: 'paired'; credentials: string }
  | { type: 'open'; phoneNumber: string }
  /** The network's close code, as in `closeCodes`. */
  | { type: 'closed'; code: number }
  /** What came since the last event, in its order. */
  | { type: 'arrived'; arrivals: Arrival[] };

/** Hears of one connection. */
export interface EngineListener {
  /**
   * One event at a time. What arrived is confirmed to the network when the promise resolves; when it rejects, the
   * connection ends and the network delivers again after the next login.
   */
  hear: (event: EngineEvent) => Promise<void>;
  /** Says at once that what waits must not wait for company: a message came, or the network waits to be confirmed. */
  hurry: () => void;
}
