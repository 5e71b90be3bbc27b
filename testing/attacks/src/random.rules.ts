/** Random numbers determined by a seed, so that a run can be repeated. */
export interface Random {
  /** From 0 up to, but excluding, the limit. */
  below(limit: number): number;
  pick<T>(items: readonly T[]): T;
  /** At most that many of the items, in their order. */
  sample<T>(items: readonly T[], count: number): T[];
  shuffled<T>(items: readonly T[]): T[];
}

/** The generator mulberry32: small, evenly distributed, and the same on every machine. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  const shuffled = <T>(items: readonly T[]) => {
    const result = [...items];
    for (let index = result.length - 1; index > 0; index -= 1) {
      const other = below(index + 1);
      [result[index], result[other]] = [result[other]!, result[index]!];
    }
    return result;
  };
  return {
    below,
    pick: (items) => items[below(items.length)]!,
    sample: (items, count) => {
      const chosen = new Set(shuffled(items.map((_, index) => index)).slice(0, count));
      return items.filter((_, index) => chosen.has(index));
    },
    shuffled,
  };
}
