/** Pauses before the second, third and fourth attempt. */
const PAUSES_MS = [250, 750, 1_500];
/** Minimum time the network needs to answer an attempt. */
const MIN_ATTEMPT_MS = 500;

export interface Attempt {
  /** Attempts refused so far, at least 1. */
  refused: number;
  /** Time until the message must no longer be handed over. */
  msLeft: number;
  /** 0 to 1, for the jitter. */
  random: number;
}

/**
 * Returns how long to wait before a message that a busy network refused is handed over again, in ms; null when it must
 * not be: a message is never sent after its caller was told that it failed.
 */
export function pauseBeforeRetry({ refused, msLeft, random }: Attempt): number | null {
  const pauseMs = PAUSES_MS[refused - 1];
  if (pauseMs === undefined) return null;
  const jittered = Math.round(pauseMs * (0.8 + 0.4 * random));
  return jittered + MIN_ATTEMPT_MS <= msLeft ? jittered : null;
}
