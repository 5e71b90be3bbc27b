import {
  anyObject,
  digits,
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
 * Path of the media bytes. A linked device posts them with its credentials as bearer token and gets `{"ref"}`; anyone
 * who knows the reference can read them below this path. Media that the network no longer has answers 410.
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
    to: digits,
    /** Null when the message is not text but the content in `other`: see `contents.ts`. */
    text: nullable(text),
    other: optional(storable),
  },
  /** Acknowledges deliveries: they are committed here and need no redelivery. */
  received: { deliveries: listOf(whole) },
  /** The owner of the phone has read this message and everything the same person sent before it. */
  read: { id: text },
  log_out: {},
};

const receiptLevels = ['delivered', 'read', 'failed'] as const;

/**
 * Receipts and messages are delivered at least once: those that the engine has not acknowledged with `received` are
 * redelivered at the next login.
 */
export const networkMessages = {
  qr: { ref: text, lives_ms: whole },
  pairing_code: { code: text },
  paired: { credentials: text },
  open: { phone_number: digits },
  ack: { id: text },
  nack: { id: text, code: whole, message: text },
  /** Acknowledges a `read`. */
  read_ack: { id: text },
  receipt: { delivery: whole, id: text, level: oneOf(receiptLevels), code: nullable(whole), at_ms: moment },
  /** `text` is null when the message is not text but the content in `other`: see `contents.ts`. */
  message: {
    delivery: whole,
    id: text,
    from: digits,
    push_name: nullable(text),
    text: nullable(text),
    other: optional(anyObject),
    sent_at_ms: moment,
  },
};

export type EngineMessage = UnionOf<typeof engineMessages>;
export type NetworkMessage = UnionOf<typeof networkMessages>;
