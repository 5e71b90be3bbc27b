import type { Readable } from 'node:stream';
import type { MediaReference, MessageContent, ReceiptLevel } from '@chat/contracts/connector';
import type { CloseReason } from './close-reasons';

/** A client of the phones' network. */
export interface DeviceEngine {
  /**
   * Starts one connection attempt, which never reconnects by itself: no event follows `closed`. A session without state
   * asks the network for a phone to link.
   */
  connect(session: SessionStore, listener: EngineListener): EngineConnection;
  /**
   * Downloads the bytes of received media.
   * @param source the `source` that the engine gave with the message, or the one that `renewMedia` returned.
   * @throws MediaExpiredError when the owner of the session must have the source renewed; MediaGoneError when the
   * network no longer has the bytes; any other error may be temporary.
   */
  download(source: string, signal: AbortSignal): Promise<Readable>;
  /**
   * Returns what a session continues with whose state and keys were restored from a backup, while people's devices and the
   * network have gone on: the state, and the kinds of keys that are dropped. The link is kept.
   */
  afterRestore(state: string): { state: string; dropped: readonly string[] };
}

/** Where a session keeps what it needs to continue. Each write names the owner's epoch, and is durable when it resolves. */
export interface SessionStore {
  /** The engine's own state; null until a phone links. */
  readonly state: string | null;
  /**
   * Takes effect in the order of calls, before any later `writeKeys`.
   * @throws LeaseLostError
   */
  saveState(state: string): Promise<void>;
  /**
   * Waits while the database does not answer: a key that could not be read is never reported as absent.
   * @returns the keys that exist, by id.
   * @throws LeaseLostError when the session is given up meanwhile.
   */
  readKeys(kind: string, ids: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
  /** The same, with all keys of this kind: for kinds of few keys. */
  readAllKeys(kind: string): Promise<ReadonlyMap<string, Uint8Array>>;
  /**
   * Changes all of these keys or none.
   * @throws LeaseLostError
   */
  writeKeys(changes: readonly KeyChange[]): Promise<void>;
  /** Returns what was composed for a message sent in the last 14 days, for a device that could not read it. */
  sentContent(chatMessageId: string): Promise<Uint8Array | null>;
}

/**
 * A key that an engine keeps for its session: null removes it. If it says anything of a person, its id names them, by which it is
 * found and erased with all else of theirs.
 */
export interface KeyChange {
  kind: string;
  id: string;
  value: Uint8Array | null;
}

/** A person on the network: the number as the network spells it, an id where the number is hidden, or both. */
export interface Person {
  /** Digits with country code. */
  phone: string | null;
  userId: string | null;
}

export interface EngineConnection {
  /**
   * Returns a code for the owner of this phone to type in. Only for sessions without state that have shown a QR code.
   * @throws PairingRefusedError when the network refused the number or the request; EngineClosedError when the
   * connection ends before the code arrives.
   */
  requestPairingCode(phone: string): Promise<PairingCode>;
  /**
   * Asks the network which of these spellings of one person's number it knows.
   * @returns null when nobody has the number.
   * @throws Error when the network did not answer in time.
   */
  lookUp(phones: readonly string[], timeoutMs: number): Promise<Person | null>;
  /**
   * Uploads the bytes of a message to the network before the message is sent.
   * @param open reads the bytes from the start; it may be called more than once.
   * @returns the network's reference to them, for the message's `uploaded`.
   * @throws Error when the network did not accept them.
   */
  upload(kind: UploadKind, open: () => Promise<Readable>, signal: AbortSignal): Promise<string>;
  /**
   * Builds what is sent for a content, without sending it.
   * @param uploaded for content with media: what `upload` returned for its bytes.
   * @param referred what it answers, or reacts to.
   * @returns null when this engine cannot send such content.
   */
  compose(content: MessageContent, uploaded: string | null, referred?: Referred | null): Uint8Array | null;
  /** Hands a composed message over and waits for the network's answer. */
  send(message: OutgoingMessage, timeoutMs: number): Promise<SendOutcome>;
  /**
   * Reports that the owner of this phone has read these messages of one person.
   * @returns whether the network acknowledged it in time.
   */
  read(messages: readonly ReceivedName[], timeoutMs: number): Promise<boolean>;
  /** Shows a person that somebody types. @returns whether it was written; the network does not answer. */
  showTyping(to: Person): Promise<boolean>;
  /**
   * Has the phone upload expired media again.
   * @returns the new source.
   * @throws MediaGoneError when the phone no longer has it; any other error may be temporary.
   */
  renewMedia(source: string, timeoutMs: number): Promise<string>;
  /** Tells the network that this device is gone, and waits at most `timeoutMs` for its answer. */
  logOut(timeoutMs: number): Promise<void>;
  /** Ends the connection; no event follows. */
  close(): void;
}

export class EngineClosedError extends Error {
  override name = 'EngineClosedError';
}

/** The network does not link a phone of this number by a code. */
export class PairingRefusedError extends Error {
  override name = 'PairingRefusedError';
}

/** The network has the bytes no more, but the phone may upload them again. */
export class MediaExpiredError extends Error {
  override name = 'MediaExpiredError';
}

export interface PairingCode {
  /** 8 characters. */
  code: string;
  /** Epoch milliseconds. */
  expiresAt: number;
}

/** The kinds of media that are uploaded: keys and paths may depend on them. */
export type UploadKind = Extract<MessageContent, { media: MediaReference }>['type'];

/** The message that one answers or reacts to. */
export interface Referred {
  chatMessageId: string;
  /** With whom the chat is. */
  chat: Person;
  /** Whether this phone sent it, not the other person. */
  isOurs: boolean;
  /** The beginning of its text. */
  text: string | null;
}

export interface OutgoingMessage {
  /** The message's id on the network. Chosen here, so that it is known before the message is sent. */
  chatMessageId: string;
  /** Our own id of the message. */
  reference: string;
  to: Person;
  /** What `compose` returned. */
  composed: Uint8Array;
}

/** A received message, as its network names it. */
export interface ReceivedName {
  chatMessageId: string;
  from: Person;
}

export type SendOutcome =
  | { kind: 'accepted' }
  | { kind: 'refused'; code: number; message: string }
  /** Nothing was written: the connection was already closed. */
  | { kind: 'not_sent' }
  /** Written, but neither accepted nor refused in time. */
  | { kind: 'unknown' };

/** The media of a message from the network. The bytes are still there. */
export interface InboundMedia extends Omit<MediaReference, 'blob' | 'awaited'> {
  /** What the engine needs to download them; opaque to other code. */
  source: string;
}

type OnNetwork<C> = C extends { media: MediaReference } ? Omit<C, 'media'> & { media: InboundMedia } : C;

/** The content of a message from the network. */
export type InboundContent = OnNetwork<MessageContent>;

/** A message that a person sent to this phone. */
export interface InboundMessage {
  type: 'message';
  chatMessageId: string;
  /** The network's id of the message in whose place this is told: not if that one has arrived. It may still arrive later. */
  standsFor?: string;
  from: Person;
  pushName: string | null;
  content: InboundContent;
  /** The network's id of the message that it answers; null or absent if none. */
  repliesTo?: string | null;
  sentAt: Date;
}

/** A message that the owner of this phone sent from the phone itself or another linked device. */
export interface Echo {
  type: 'echo';
  chatMessageId: string;
  to: Person;
  content: InboundContent;
  /** The network's id of the message that it answers; null or absent if none. */
  repliesTo?: string | null;
  sentAt: Date;
}

export interface Receipt {
  type: 'receipt';
  chatMessageId: string;
  level: ReceiptLevel;
  errorCode: number | null;
  at: Date;
}

export type Arrival = InboundMessage | Echo | Receipt;

export type EngineEvent =
  /** Replaces the code before it, which may not have expired yet. */
  | { type: 'qr'; text: string; expiresAt: number }
  /** The phone is linked, and the state is saved; the network asks for a new connection. */
  | { type: 'paired' }
  | { type: 'open'; phoneNumber: string }
  /** The phone may not start new chats, until this time if the network tells one; or may again. */
  | { type: 'restricted'; isRestricted: boolean; until: Date | null }
  /** @see CloseReason. `until` with `restricted`, where the network tells it. */
  | { type: 'closed'; reason: CloseReason; until?: Date | null }
  /** Arrivals since the last event, in order, and the keys that they changed: both are committed, or neither. */
  | { type: 'arrived'; arrivals: Arrival[]; keys: KeyChange[] };

/** The listener of one connection. */
export interface EngineListener {
  /**
   * Handles one event at a time. When the promise resolves, arrivals are confirmed to the network; when it rejects, the
   * connection ends and the network redelivers after the next login.
   */
  handle: (event: EngineEvent) => Promise<void>;
  /** Called immediately when arrivals must not be held back for batching: a message came, or many are unconfirmed. */
  hurry: () => void;
  /** Called at each sign of life of the network, answers to pings included. */
  alive: () => void;
  /** Runs heavy work, such as linking a phone or reading a chunk of history, while no other session of this process does. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}
