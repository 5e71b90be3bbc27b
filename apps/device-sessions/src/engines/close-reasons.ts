/** Why a connection ended, in our own words: each engine translates those of its network into these. */
export const closeReasons = [
  /** The network asks for a new connection, such as after linking. */
  'restart_required',
  /** The phone removed this device. Only what the network says over the authenticated connection counts as this. */
  'logged_out',
  /** Another connection with the same link replaced this one. */
  'replaced',
  'banned',
  /** The number may not connect for a while. */
  'restricted',
  /** The network refuses this version of the engine. */
  'client_outdated',
  /** The phone's app is too old for linked devices. */
  'phone_outdated',
  /** Nobody used a code to link a phone in time. */
  'code_expired',
  /** The phone's account is linked with a passkey only. */
  'passkey_required',
  /** The network is there, and busy. */
  'busy',
  /** There was no connection: refused, no answer, no network. */
  'unreachable',
  /** The connection broke. */
  'lost',
] as const;

export type CloseReason = (typeof closeReasons)[number];
