import type { Readable } from 'node:stream';
import type { MediaReference, MessageContent } from '@chat/contracts/connector';

/** Injects the engine that connects the sessions. */
export const DEVICE_ENGINE = Symbol('DEVICE_ENGINE');

/** A client of the phones' network. */
export interface DeviceEngine {
  /**
   * Starts one connection attempt, which never reconnects by itself: no event follows `closed`. Without credentials the
   * network asks for a phone to link.
   */
  connect(credentials: string | null, listener: EngineListener): EngineConnection;
  /**
   * Downloads the bytes of received media.
   * @param source the `source` that the engine gave with the message.
   * @throws MediaGoneError when the network no longer has them; any other error may be temporary.
   */
  download(source: string, signal: AbortSignal): Promise<Readable>;
}

export interface EngineConnection {
  /**
   * Returns a code of 8 characters for the owner of this phone to type in. Only for connections without credentials
   * that have shown a QR code.
   * @throws EngineClosedError when the connection ends before the code arrives.
   */
  requestPairingCode(phone: string): Promise<string>;
  /**
   * Uploads the bytes of a message to the network before the message is sent.
   * @returns the network's reference to them, for the message's `uploaded`.
   * @throws Error when the network did not accept them.
   */
  upload(bytes: Readable, signal: AbortSignal): Promise<string>;
  /** Hands a message over and waits for the network's answer. */
  send(message: OutgoingMessage, timeoutMs: number): Promise<SendOutcome>;
  /**
   * Reports that the owner of this phone has read the message and everything the same person sent before it.
   * @returns whether the network acknowledged it in time.
   */
  read(chatMessageId: string, timeoutMs: number): Promise<boolean>;
  /** Tells the network that this device is gone, and waits at most `timeoutMs` for its answer. */
  logOut(timeoutMs: number): Promise<void>;
  /** Ends the connection; no event follows. */
  close(): void;
}

export class EngineClosedError extends Error {
  override name = 'EngineClosedError';
}

export interface OutgoingMessage {
  /** The message's id on the network. Chosen here, so that it is known before the message is sent. */
  chatMessageId: string;
  /** Our own id of the message. */
  reference: string;
  to: string;
  content: MessageContent;
  /** For content with media: what `upload` returned for its bytes. */
  uploaded: string | null;
}

export type SendOutcome =
  | { kind: 'accepted' }
  | { kind: 'refused'; code: number; message: string }
  /** Nothing was written: the connection was already closed. */
  | { kind: 'not_sent' }
  /** Nothing was written: this engine cannot send such content. */
  | { kind: 'unsupported' }
  /** Written, but neither accepted nor refused in time. */
  | { kind: 'unknown' };

/** The media of a received message. The bytes are still on the network. */
export interface InboundMedia extends Omit<MediaReference, 'blob' | 'awaited'> {
  /** What the engine needs to download them; opaque to other code. */
  source: string;
}

type OnNetwork<C> = C extends { media: MediaReference } ? Omit<C, 'media'> & { media: InboundMedia } : C;

/** The content of a received message. */
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
  /** The phone is linked; the network asks for a new connection with these credentials. */
  | { type: 'paired'; credentials: string }
  | { type: 'open'; phoneNumber: string }
  /** The network's close code, as in `closeCodes`. */
  | { type: 'closed'; code: number }
  /** Arrivals since the last event, in order. */
  | { type: 'arrived'; arrivals: Arrival[] };

/** The listener of one connection. */
export interface EngineListener {
  /**
   * Handles one event at a time. When the promise resolves, arrivals are confirmed to the network; when it rejects, the
   * connection ends and the network redelivers after the next login.
   */
  hear: (event: EngineEvent) => Promise<void>;
  /** Called immediately when arrivals must not be held back for batching: a message came, or many are unconfirmed. */
  hurry: () => void;
}
