/** A row of a table whose ids grow with time. */
export interface Placed {
  id: number;
  created_at: Date;
}

/**
 * Returns the id of the first row that was created at or after a time, in a table that has no index on the time: ids grow
 * with it, so some 40 reads by id find the place. Null if there is no such row. Rows of transactions that ran at the same
 * time may be in another order, so ask for a time that is earlier by as long as a transaction takes.
 * @param next returns the first row whose id is at least this; null if there is none.
 * @param lastId the largest id.
 */
export async function firstIdSince(
  time: Date,
  lastId: number,
  next: (id: number) => Promise<Placed | null>,
): Promise<number | null> {
  let low = 1;
  let high = lastId + 1;
  // Every row before `low` is too early, and every row from `high` on is not.
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const row = await next(middle);
    if (row && row.created_at < time) low = row.id + 1;
    else high = middle;
  }
  return (await next(low))?.id ?? null;
}
