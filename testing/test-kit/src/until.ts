import { setTimeout as delay } from 'node:timers/promises';

export interface UntilOptions {
  /** Defaults to 30 seconds, since the machine may be busy. */
  timeoutMs?: number;
  /** What is awaited, for the error message: "the outbox to drain". */
  describe: string;
}

/** Pauses between two polls. A long wait polls less often, to leave CPU time to what is awaited. */
const SHORTEST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 100;
/** How much of the time waited so far a pause may take. */
const SHARE = 0.1;

/**
 * Polls a condition until its value is truthy, and returns it; throws after the time limit. It polls once more after the limit,
 * since a stalled machine may not have polled before.
 */
export async function until<T>(
  condition: () => T | Promise<T>,
  { timeoutMs = 30_000, describe }: UntilOptions,
): Promise<NonNullable<Exclude<T, false>>> {
  const startedAt = Date.now();
  const giveUpAt = startedAt + timeoutMs;
  for (let isLastLook = false; ; isLastLook = Date.now() > giveUpAt) {
    const value = await condition();
    if (value) return value as NonNullable<Exclude<T, false>>;
    if (isLastLook) throw new Error(`Waited ${timeoutMs} ms in vain for ${describe}.`);
    const pauseMs = SHARE * (Date.now() - startedAt);
    await delay(Math.min(Math.max(pauseMs, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS));
  }
}
