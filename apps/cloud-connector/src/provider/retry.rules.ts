/** Before the second, third, fourth and fifth attempt. */
const PAUSES_MS = [250, 750, 1_500, 4_000];
/** What the provider needs at least to answer an attempt. */
const MIN_ATTEMPT_MS = 500;

export interface Attempt {
  /** Attempts that were refused so far, at least 1. */
  refused: number;
  /** Whether the last refusal may pass by itself; `once`: one more attempt finds out. */
  transient: 'always' | 'once' | undefined;
  /** Until the message must not be handed over any more. */
  msLeft: number;
  /** 0 to 1, for the jitter. */
  random: number;
}

/**
 * How long to wait before a message that the provider refused is handed over again, in milliseconds; null when it must
 * not be: what the caller is told has failed is never sent afterwards.
 */
export function pauseBeforeRetry({ refused, transient, msLeft, random }: Attempt): number | null {
  const attempts = transient === 'always' ? PAUSES_MS.length : transient === 'once' ? 1 : 0;
  const pauseMs = refused <= attempts ? PAUSES_MS[refused - 1] : undefined;
  if (pauseMs === undefined) return null;
  const jittered = Math.round(pauseMs * (0.8 + 0.4 * random));
  return jittered + MIN_ATTEMPT_MS <= msLeft ? jittered : null;
}
