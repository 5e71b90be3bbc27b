/** Of so many periods one is beside a good receiver. */
const KINDS_PER_GOOD = 4;

/**
 * The order in which receivers are played: in each round each hostile kind once, shuffled anew, with good ones before,
 * between and after them. So whatever changes in the course of the run (heap, caches, the machine) meets all alike.
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
