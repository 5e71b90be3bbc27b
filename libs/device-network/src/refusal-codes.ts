/** Why the network refuses a message of a connected device; the `code` of a `nack`. */
export const refusalCodes = {
  /** The number is not registered on this network. */
  notAUser: 404,
  /** The network timed out. */
  timedOut: 408,
  /** Too many messages in too short a time. */
  rateLimited: 429,
  /** The account may not start new chats for a while. */
  reachoutRestricted: 463,
  /** This and every higher code mean that the network failed. */
  failed: 500,
} as const;

/** Returns whether a retry shortly afterwards may succeed: the network timed out, limited the rate or failed. */
export function isTransientRefusal(code: number): boolean {
  return code === refusalCodes.timedOut || code === refusalCodes.rateLimited || code >= refusalCodes.failed;
}
