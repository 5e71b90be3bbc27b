import {
  anyObject,
  digits,
  flag,
  hasShape,
  listOf,
  moment,
  nullable,
  oneOf,
  optional,
  storable,
  text,
  whole,
  type UnionOf,
} from './shape';

/** Path at which the network listens, on any host and port. */
export const NETWORK_PATH = '/device-network';

/**
 * Path of the media bytes. A linked device posts them with its credentials as bearer token and their kind in
 * `x-media-kind`, and gets `{"ref"}`; anyone
 * who knows the reference can read them below this path. Media that the network no longer has answers 410: the phone may be asked to upload it again.
 */
export const MEDIA_PATH = `${NETWORK_PATH}/media`;

/**
 * One WebSocket is one connection attempt. The engine opens it with `hello`:
 * - without credentials, the network answers with successive `qr` references until a phone scans one (or a
 *   `pairing_code` is typed in); then it sends `paired` and closes with `restartRequired`;
 * - with credentials, it answers `open`, or closes with `loggedOut`.
 */
export const engineMessages = {
  hello: { credentials: nullable(text) },
  request_pairing_code: { phone: digits },
  /** `id` is the message's id on the network, `reference` is ours. */
  send: {
    id: text,
    reference: text,
    /** Digits, or the id of a person who hides the number. */
    to: text,
    /** Null when the message is not text but the content in `other`: see `contents.ts`. */
    text: nullable(text),
    other: optional(storable),
  },
  /** Acknowledges deliveries: they are committed here and need no redelivery. */
  received: { deliveries: listOf(whole) },
  /** Answers a `retry`: the content of an accepted message once more, for the devices that could not read it. */
  resend: { id: text, text: nullable(text), other: optional(storable) },
  /**
   * The owner of the phone has read the messages `ids`, or, without them, `id` and everything that the same person sent
   * before it. Acknowledged by `read_ack` of `id`.
   */
  read: { id: text, ids: optional(listOf(text)) },
  /** Asks which of these numbers are on the network; answered by `found`. */
  look_up: { id: text, phones: listOf(digits) },
  /** Has the phone upload expired media again; answered by `media_renewed`. */
  renew_media: { id: text, ref: text },
  log_out: {},
};

const receiptLevels = ['delivered', 'read', 'failed'] as const;

/**
 * Receipts and messages are delivered at least once: those that the engine has not acknowledged with `received` are
 * redelivered at the next login.
 */
export const networkMessages = {
  qr: { ref: text, lives_ms: whole },
  pairing_code: { code: text, lives_ms: optional(whole) },
  /** No phone is registered under the number that a code was asked for. */
  pairing_refused: { message: text },
  /** The phone demands a passkey for linking, which the network tells before it closes the connection. */
  passkey_required: {},
  paired: { credentials: text },
  open: { phone_number: digits },
  ack: { id: text },
  nack: { id: text, code: whole, message: text },
  /** Acknowledges a `read`. */
  read_ack: { id: text },
  /** `address` is the spelling that the network knows; null when nobody has the number. */
  found: {
    id: text,
    people: listOf(hasShape({ phone: digits, address: nullable(digits), user_id: nullable(text) })),
  },
  /** `ref` is null when the phone no longer has the bytes. */
  media_renewed: { id: text, ref: nullable(text) },
  /** The phone may not start new chats until then, if the network tells; or may again. */
  restricted: { until_ms: nullable(whole), lifted: optional(flag) },
  /** A device of the recipient could not read our message of this id. */
  retry: { delivery: whole, id: text },
  receipt: { delivery: whole, id: text, level: oneOf(receiptLevels), code: nullable(whole), at_ms: moment },
  /** `text` is null when the message is not text but the content in `other`: see `contents.ts`. */
  message: {
    delivery: whole,
    id: text,
    /** Null where the person hides the number. */
    from: nullable(digits),
    /** The person's id, of those who hide their number or ever did. */
    from_id: optional(nullable(text)),
    push_name: nullable(text),
    text: nullable(text),
    other: optional(anyObject),
    sent_at_ms: moment,
  },
  /** What the owner of the phone wrote on the phone itself or on another linked device. */
  echo: {
    delivery: whole,
    id: text,
    to: nullable(digits),
    to_id: optional(nullable(text)),
    text: nullable(text),
    other: optional(anyObject),
    sent_at_ms: moment,
  },
};

export type EngineMessage = UnionOf<typeof engineMessages>;
export type NetworkMessage = UnionOf<typeof networkMessages>;
