/** What to do about an undeclared use of the bus. */
export const DECLARE_IT =
  'Add it to libs/contracts/src/bus-use: the permissions of its user of NATS are derived from there.';
