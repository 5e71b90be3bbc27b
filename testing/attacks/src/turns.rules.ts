/** Divides items into turns, in their order: neighbours that may share a turn do, all others have one of their own. */
export function turnsOf<Item>(items: readonly Item[], mayShare: (item: Item) => boolean): Item[][] {
  const turns: Item[][] = [];
  let shared: Item[] | undefined;
  for (const item of items) {
    if (shared && mayShare(item)) shared.push(item);
    else {
      const turn = [item];
      turns.push(turn);
      shared = mayShare(item) ? turn : undefined;
    }
  }
  return turns;
}
