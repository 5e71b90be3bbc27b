import type { EntityManager } from 'typeorm';

/** A table with search texts that releases up to 0.2 wrote otherwise. The account leads its primary key. */
export interface TextTable<Row extends { account_id: number; id: number }> {
  table: string;
  /** The column of the key beside the account. */
  id: string;
  /** The columns with search texts. */
  texts: (keyof Row & string)[];
  /** The columns from which they are made. */
  sources: (keyof Row & string)[];
  /** Returns the texts of a row in today's form. */
  renew: (row: Row) => Partial<Row>;
}

/**
 * Returns a condition: a search text in one of these columns was written by release 0.2 or an earlier one, whose texts do
 * not end with a `LINE_END`.
 */
export function areOutdated(texts: readonly string[]): string {
  return texts.map((column) => `right(${column}, 1) NOT IN ('', E'\\n')`).join(' OR ');
}

/**
 * Renews outdated search texts of at most `limit` rows, skipping those that others have locked. The table needs an index
 * of its outdated rows by key. Replicas of release 0.2 may write further ones while they still run.
 * @returns how many rows were renewed.
 */
export async function renewOutdated<Row extends { account_id: number; id: number }>(
  { table, id, texts, sources, renew }: TextTable<Row>,
  limit: number,
  manager: EntityManager,
): Promise<number> {
  const rows: Row[] = await manager.query(
    `SELECT account_id, ${id} AS id, ${[...texts, ...sources].join(', ')} FROM ${table}
     WHERE ${areOutdated(texts)} ORDER BY account_id, ${id} LIMIT $1 FOR UPDATE SKIP LOCKED`,
    [limit],
  );
  const changes = texts.map((column, index) => `${column} = $${index + 3}`).join(', ');
  for (const row of rows) {
    const renewed = { ...row, ...renew(row) };
    await manager.query(`UPDATE ${table} SET ${changes} WHERE account_id = $1 AND ${id} = $2`, [
      row.account_id,
      row.id,
      ...texts.map((column) => renewed[column]),
    ]);
  }
  return rows.length;
}
