import {
  anyObject,
  digits,
  hasShape,
  listOf,
  moment,
  nullable,
  oneOf,
  optional,
  personAddress,
  storable,
  text,
  truth,
  userId,
  whole,
  type UnionOf,
} from './shape';

/** Path at which the network listens, on any host and port. */
export const NETWORK_PATH = '/device-network';

/**
 * Path of the media bytes. A linked device posts them with its credentials as bearer token and gets `{"ref"}`; anyone
 * who knows the reference can read them below this path. Media that the network no longer has answers 410; the phone
 * that sent it may still have it (`renew_media`).
 */
export const MEDIA_PATH = `${NETWORK_PATH}/media`;

/** What the posted media will be, one of `mediaKinds`; optional. */
export const MEDIA_KIND_HEADER = 'x-media-kind';

export const mediaKinds = ['image', 'video', 'document', 'audio', 'sticker'] as const;
export type MediaKind = (typeof mediaKinds)[number];

/**
 * What a message is: its text, or null and the content in `other` (see `contents.ts`); `reply_to` is the id of the message
 * that it answers.
 */
const outgoing = { text: nullable(text), other: optional(storable), reply_to: optional(text) };
const incoming = { text: nullable(text), other: optional(anyObject), reply_to: optional(text) };

/**
 * One WebSocket is one connection attempt. The engine opens it with `hello`:
 * - without credentials, the network answers with successive `qr` references until a phone scans one (or a
 *   `pairing_code` is typed in); then it sends `paired` and closes with `restartRequired`, or `passkey_required` and
 *   closes with `connectionClosed`;
 * - with credentials, it answers `open`, or closes with `loggedOut`.
 */
export const engineMessages = {
  hello: { credentials: nullable(text) },
  /** Answered by `pairing_code` or `pairing_refused`. */
  request_pairing_code: { phone: digits },
  /** Asks under which spelling the network knows these numbers. Answered by `found`. */
  look_up: { id: text, phones: listOf(digits) },
  /**
   * `id` is the message's id on the network, `reference` is ours, `to` is a number as the network spells it, or the user
   * id of a person who hides it.
   */
  send: { id: text, reference: text, to: personAddress, ...outgoing },
  /** The content of an accepted message once more, for the devices that could not read it: see `retry`. */
  resend: { id: text, to: optional(personAddress), ...outgoing },
  /** Acknowledges deliveries: they are committed here and need no redelivery. */
  received: { deliveries: listOf(whole) },
  /**
   * The owner of the phone has read exactly the messages in `ids`; without `ids` (engines of earlier releases) the
   * message `id` and everything the same person sent before it.
   */
  read: { id: text, ids: optional(listOf(text)) },
  /** The person sees that somebody types, until a message comes, and not for long. Not answered. */
  typing: { to: personAddress },
  /** Asks the phone to upload expired media again. Answered by `media_renewed`. */
  renew_media: { id: text, ref: text },
  log_out: {},
};

const receiptLevels = ['delivered', 'read', 'failed'] as const;

/**
 * Receipts, messages, echoes and retries are delivered at least once: those that the engine has not acknowledged with
 * `received` are redelivered at the next login.
 */
export const networkMessages = {
  /** Replaces the code before, which may happen before that has expired. */
  qr: { ref: text, lives_ms: whole },
  pairing_code: { code: text, lives_ms: optional(whole) },
  /** The network does not know the number in this spelling. */
  pairing_refused: { message: text },
  paired: { credentials: text },
  /** The phone demands a passkey for linking, which an engine cannot give. Sent in place of `paired`. */
  passkey_required: {},
  open: { phone_number: digits },
  /**
   * Until then (null: until further notice), the phone may not write to people who never wrote to it; such a `send` gets
   * a `nack` with `reachoutRestricted`. Sent at login and whenever it changes. It ends at that time by itself, without a
   * message, or earlier, with `lifted`.
   */
  restricted: { until_ms: nullable(moment), lifted: optional(truth) },
  /** `address` is the spelling that the network knows, null for a number that is not on the network. */
  found: {
    id: text,
    people: listOf(hasShape({ phone: digits, address: nullable(digits), user_id: nullable(userId) })),
  },
  ack: { id: text },
  nack: { id: text, code: whole, message: text },
  /** Acknowledges a `read`. */
  read_ack: { id: text },
  receipt: { delivery: whole, id: text, level: oneOf(receiptLevels), code: nullable(whole), at_ms: moment },
  /** A device of the recipient could not read our message; `resend` gives it the content again. */
  retry: { delivery: whole, id: text },
  /** `from` is null where the person hides the number; `from_id` comes with all messages of people who ever hid it. */
  message: {
    delivery: whole,
    id: text,
    from: nullable(digits),
    from_id: optional(nullable(userId)),
    push_name: nullable(text),
    ...incoming,
    sent_at_ms: moment,
  },
  /** What the owner wrote on the phone itself, or on another linked device. */
  echo: {
    delivery: whole,
    id: text,
    to: nullable(digits),
    to_id: optional(nullable(userId)),
    ...incoming,
    sent_at_ms: moment,
  },
  media_renewed: {
    id: text,
    /** The new reference; null when the phone no longer has the media. */
    ref: nullable(text),
  },
};

export type EngineMessage = UnionOf<typeof engineMessages>;
export type NetworkMessage = UnionOf<typeof networkMessages>;
