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

/** The provider's code of a fault that names none: something went wrong. */
export const DEFAULT_CODE = 131000;

/** How the sandbox treats the next `times` sends that match. */
export interface Fault {
  /** Members that a send must have; an empty match applies to every send. With `call`, only calls of that name match. */
  match: { to?: string; reference?: string; call?: string };
  mode: FaultMode;
  /** The network's own code: of the refusal with `error`, of the failure with `late_status`. */
  code: number | null;
  /** Milliseconds, for the modes with a delay; null uses the default of the mode. */
  delayMs: number | null;
  times: number;
  /** With `error`: how many attempts of each matching send are refused; null means all. */
  attempts: number | null;
}
