/** What to do about a use of the bus that nobody declared. */
export const DECLARE_IT =
  'Add it to libs/contracts/src/bus-use: the permissions of its user of NATS are derived from there.';
