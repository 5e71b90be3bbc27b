/** Why the network does not take a message of a connected device; the `code` of a `nack`. */
export const refusalCodes = {
  /** The number belongs to nobody on this network. */
  notAUser: 404,
  /** The network gave up before it was done. */
  timedOut: 408,
  /** Too many messages in too short a time. */
  rateLimited: 429,
  /** The account may not start new chats for a while. */
  reachoutRestricted: 463,
  /** This and every higher code: the network failed. */
  failed: 500,
} as const;

/** Whether the same message may be taken shortly afterwards: the network is busy, limits the rate or failed. */
export function isTransientRefusal(code: number): boolean {
  return code === refusalCodes.timedOut || code === refusalCodes.rateLimited || code >= refusalCodes.failed;
}
