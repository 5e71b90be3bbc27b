import type { Transience } from './error-table.rules';

/** Pauses before the second, third, fourth and fifth attempt. */
const PAUSES_MS = [250, 750, 1_500, 4_000];
/** Minimum time the provider needs to answer an attempt. */
const MIN_ATTEMPT_MS = 500;

export interface Attempt {
  /** Attempts refused so far, at least 1. */
  refused: number;
  /** Whether the last refusal is transient. */
  transient: Transience | undefined;
  /** Time until the message must no longer be handed over. */
  msLeft: number;
  /** 0 to 1, for the jitter. */
  random: number;
}

/**
 * Returns the pause before a refused message is handed over again, in milliseconds; null if it must not be: what was
 * reported as failed is never sent afterwards.
 */
export function pauseBeforeRetry({ refused, transient, msLeft, random }: Attempt): number | null {
  const attempts = { always: PAUSES_MS.length, once: 1, unproven: 0, final: 0 }[transient ?? 'final'];
  const pauseMs = refused <= attempts ? PAUSES_MS[refused - 1] : undefined;
  if (pauseMs === undefined) return null;
  const jittered = Math.round(pauseMs * (0.8 + 0.4 * random));
  return jittered + MIN_ATTEMPT_MS <= msLeft ? jittered : null;
}
