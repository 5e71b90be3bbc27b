/** Why the network does not take a message of a connected device; the `code` of a `nack`. */
export const refusalCodes = {
  /** The number belongs to nobody on this network. */
  notAUser: 404,
  /** The account may not start new chats for a while. */
  reachoutRestricted: 463,
} as const;
