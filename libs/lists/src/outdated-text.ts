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
  if (rows.length === 0) return 0;
  const given = rows.map((row) => ({ ...row, ...renew(row) }));
  const [changes, columns] = [
    texts.map((column) => `${column} = given.${column}`),
    texts.map((column) => `${column} text`),
  ];
  await manager.query(
    `UPDATE ${table} AS outdated SET ${changes.join(', ')}
     FROM json_to_recordset($1) AS given(account_id bigint, id bigint, ${columns.join(', ')})
     WHERE outdated.account_id = given.account_id AND outdated.${id} = given.id`,
    [JSON.stringify(given)],
  );
  return rows.length;
}
