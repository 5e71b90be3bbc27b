export const faultModes = [
  'error',
  'reset_before_accept',
  'accept_then_reset',
  'accept_then_hang',
  'slow',
  'late_status',
  'duplicate_status',
] as const;
export type FaultMode = (typeof faultModes)[number];

/** How the sandbox mistreats the next `times` sends that match. */
export interface Fault {
  /** Members that a send must have; an empty match takes every send. */
  match: { to?: string; reference?: string };
  mode: FaultMode;
  /** The network's own code: of the refusal with `error`, of a failure with `late_status`. */
  code: number | null;
  /** Milliseconds, for the modes that wait; null leaves the mode's own. */
  delayMs: number | null;
  times: number;
  /** How many attempts of each such send meet it, with `error`; null is all of them. */
  attempts: number | null;
}
