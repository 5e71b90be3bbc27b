import type { Client } from 'pg';

export interface TableSize {
  name: string;
  rows: number;
  tableBytes: number;
  indexBytes: number;
}

export interface Sizes {
  tables: TableSize[];
  databaseBytes: number;
}

/** The largest tables, with what they keep out of line; rows as Postgres last counted them. */
export async function readSizes(client: Client): Promise<Sizes> {
  const { rows: tables } = await client.query<TableSize>(
    `SELECT oid::regclass::text AS name, reltuples::float8 AS rows, pg_table_size(oid)::float8 AS "tableBytes",
       pg_indexes_size(oid)::float8 AS "indexBytes"
     FROM pg_class WHERE relkind = 'r' ORDER BY pg_total_relation_size(oid) DESC LIMIT 8`,
  );
  const { rows } = await client.query<{ bytes: number }>(
    'SELECT pg_database_size(current_database())::float8 AS bytes',
  );
  return { tables, databaseBytes: rows[0]!.bytes };
}
