/** A good receiver is played after this many hostile kinds. */
const KINDS_PER_GOOD = 3;

/**
 * The order in which receivers are played: each round has each hostile kind once, newly shuffled, with good ones
 * before, between and after them, so that gradual changes during the run (heap, caches, the machine) affect all alike.
 * @param random from 0 to 1.
 */
export function scheduleOf(
  good: string,
  hostile: readonly string[],
  rounds: number,
  random: () => number,
): string[] {
  return Array.from({ length: rounds }, () => [
    good,
    ...shuffled(hostile, random).flatMap((kind, index) =>
      (index + 1) % KINDS_PER_GOOD === 0 ? [kind, good] : [kind],
    ),
    good,
  ]).flat();
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
