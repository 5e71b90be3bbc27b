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

/** Where the network listens, on whatever host and port. */
export const NETWORK_PATH = '/device-network';

/**
 * Where the bytes of media are. A linked device posts them, with its credentials as bearer token, and gets
 * `{"ref"}`; whoever knows the reference reads them below this path. What the network has forgotten is 410.
 */
export const MEDIA_PATH = `${NETWORK_PATH}/media`;

/**
 * One WebSocket is one connection attempt. The engine opens it with `hello`:
 * - without credentials the network answers with `qr` references, one after the other, until a phone scans one (or
 *   a `pairing_code` is typed in): then `paired`, and the close code `restartRequired`;
 * - with credentials it answers `open`, or closes with `loggedOut`.
 */
export const engineMessages = {
  hello: { credentials: nullable(text) },
  request_pairing_code: { phone: digits },
  /** `id` is the message's id on the network, `reference` is ours. */
  send: {
    id: text,
    reference: text,
    to: digits,
    /** Null where the message says something else, which `other` has: see `contents.ts`. */
    text: nullable(text),
    other: optional(storable),
  },
  /** The deliveries are committed here and need not come again. */
  received: { deliveries: listOf(whole) },
  /** The owner of the phone has read this message, and what the same person sent before it. */
  read: { id: text },
  log_out: {},
};

const receiptLevels = ['delivered', 'read', 'failed'] as const;

/**
 * Receipts and messages are delivered at least once: what the engine has not confirmed with `received` comes again
 * with the next login.
 */
export const networkMessages = {
  qr: { ref: text, lives_ms: whole },
  pairing_code: { code: text },
  paired: { credentials: text },
  open: { phone_number: digits },
  ack: { id: text },
  nack: { id: text, code: whole, message: text },
  /** The word on a `read`. */
  read_ack: { id: text },
  receipt: { delivery: whole, id: text, level: oneOf(receiptLevels), code: nullable(whole), at_ms: moment },
  /** `text` is null where the message says something else, which `other` has: see `contents.ts`. */
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
