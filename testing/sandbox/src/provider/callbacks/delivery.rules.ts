/** Switches for how callbacks are delivered. */
export interface DeliverySwitches {
  /** Holds callbacks back while true. */
  hold: boolean;
  /** Sends every callback twice. */
  duplicate: boolean;
  /** Sends pending callbacks in random order. */
  shuffle: boolean;
  /** Maximum number of changes per body. */
  batch: number;
}

export const MAX_BATCH = 1_000;
/** The provider's maximum body size, unless a single change is larger. In characters, all of which are ASCII. */
export const MAX_BODY_LENGTH = 3_000_000;

export const defaultSwitches: DeliverySwitches = {
  hold: false,
  duplicate: false,
  shuffle: false,
  batch: MAX_BATCH,
};

/** The provider gives up on a callback after this long. */
export const GIVE_UP_MS = 7 * 24 * 60 * 60 * 1000;
const LONGEST_PAUSE_MS = 10 * 60 * 1000;

/** The pause before the next attempt: none before the second, then doubling each time. */
export function pauseBeforeRetry(failedAttempts: number, firstPauseMs: number): number {
  if (failedAttempts <= 1) return 0;
  return Math.min(firstPauseMs * 2 ** Math.min(failedAttempts - 2, 20), LONGEST_PAUSE_MS);
}

/**
 * Splits items into bodies.
 * @param random as `Math.random`.
 * @param lengthOf the length of an item in a body.
 */
export function toBatches<T>(
  items: readonly T[],
  { duplicate, shuffle, batch }: DeliverySwitches,
  random: () => number,
  lengthOf: (item: T) => number,
): T[][] {
  const sent = duplicate ? items.flatMap((item) => [item, item]) : [...items];
  if (shuffle) shuffleInPlace(sent, random);
  const batches: T[][] = [];
  let left = 0;
  for (const item of sent) {
    const length = lengthOf(item);
    const last = batches.at(-1);
    if (last && last.length < batch && length <= left) last.push(item);
    else {
      batches.push([item]);
      left = MAX_BODY_LENGTH;
    }
    left -= length;
  }
  return batches;
}

function shuffleInPlace(items: unknown[], random: () => number): void {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [items[last], items[other]] = [items[other], items[last]];
  }
}
