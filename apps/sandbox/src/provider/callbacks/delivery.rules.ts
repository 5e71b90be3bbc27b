/** How callbacks are sent from now on. */
export interface DeliverySwitches {
  /** Callbacks wait, until this is false again. */
  hold: boolean;
  /** Every callback is sent twice. */
  duplicate: boolean;
  /** The callbacks that wait are sent in any order. */
  shuffle: boolean;
  /** The most changes of one body. */
  batch: number;
}

export const MAX_BATCH = 1_000;
/** The provider sends no larger body, unless one change alone is larger. In characters, all of which are ASCII. */
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

/** The pause before the next attempt: none before the second, then twice as long each time. */
export function pauseBeforeRetry(failedAttempts: number, firstPauseMs: number): number {
  if (failedAttempts <= 1) return 0;
  return Math.min(firstPauseMs * 2 ** Math.min(failedAttempts - 2, 20), LONGEST_PAUSE_MS);
}

/**
 * Divides what is to be sent into the bodies that carry it.
 * @param random as `Math.random`.
 * @param lengthOf how much of a body an item takes.
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
