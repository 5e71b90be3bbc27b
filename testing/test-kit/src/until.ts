import { setTimeout as delay } from 'node:timers/promises';

export interface UntilOptions {
  /** 30 seconds unless told: a machine may be busy with other things. */
  timeoutMs?: number;
  /** What is awaited, for the error when it does not come: "the outbox to drain". */
  describe: string;
}

/** Between two looks. Looks of a long wait are rarer, because they take processor time from what is awaited. */
const SHORTEST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 100;
/** How much of the time waited so far a pause may take. */
const SHARE = 0.1;

/**
 * Polls a condition until it gives something truthy, and returns that; throws when the time is up. The last look begins
 * after that: a machine that stood still meanwhile has not looked.
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
