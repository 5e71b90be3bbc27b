export const COUNT_LIMIT = 10_000;

/** The pagination of a first page, from one row more than it holds. */
export function paginationOf<Row>(
  rows: readonly Row[],
  perPage: number,
  counted: number,
  keyOf: (row: Row) => number[],
): object {
  const total = Math.min(counted, COUNT_LIMIT);
  const last = rows.length > perPage ? rows[perPage - 1] : undefined;
  return {
    current_page: 1,
    per_page: perPage,
    last_page: Math.ceil(total / perPage),
    total,
    ...(counted > COUNT_LIMIT && { total_capped: true }),
    next_cursor: last ? Buffer.from(JSON.stringify(keyOf(last))).toString('base64url') : null,
  };
}
