import { setTimeout as delay } from 'node:timers/promises';

export interface UntilOptions {
  /** 30 seconds unless told: a machine may be busy with other things. */
  timeoutMs?: number;
  /** What is awaited, for the error when it does not come: "the outbox to drain". */
  describe: string;
}

const pollMs = 20;

/**
 * Polls a condition until it gives something truthy, and returns that; throws when the time is up. The last look begins
 * after that: a machine that stood still meanwhile has not looked.
 */
export async function until<T>(
  condition: () => T | Promise<T>,
  { timeoutMs = 30_000, describe }: UntilOptions,
): Promise<NonNullable<Exclude<T, false>>> {
  const giveUpAt = Date.now() + timeoutMs;
  for (let isLastLook = false; ; isLastLook = Date.now() > giveUpAt) {
    const value = await condition();
    if (value) return value as NonNullable<Exclude<T, false>>;
    if (isLastLook) throw new Error(`Waited ${timeoutMs} ms in vain for ${describe}.`);
    await delay(pollMs);
  }
}
