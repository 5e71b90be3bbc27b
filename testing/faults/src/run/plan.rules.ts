import { Random } from '@chat/test-kit/random';

/** The number of rounds of a row. */
export interface Share {
  readonly name: string;
  readonly count: number;
}

/** One round of a run. */
export interface PlannedRound {
  readonly row: string;
  /** Counts the rounds of the row, from 0. */
  readonly turn: number;
}

/** Returns the rounds of a run, in an order determined by the seed. */
export function planRounds(shares: readonly Share[], seed: number): PlannedRound[] {
  const names = shares.flatMap(({ name, count }) => Array.from({ length: count }, () => name));
  const turns = new Map<string, number>();
  return new Random(seed).shuffle(names).map((row) => {
    const turn = turns.get(row) ?? 0;
    turns.set(row, turn + 1);
    return { row, turn };
  });
}

/** The seed of one row: its rounds are the same whichever other rows run. */
export function seedOf(row: string, seed: number): number {
  let mixed = seed;
  for (const letter of row) mixed = Math.imul(mixed ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  return mixed;
}
