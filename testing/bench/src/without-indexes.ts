import type { Client } from 'pg';

/**
 * Drops the indexes and foreign keys of these tables during the insertion, since they are built faster from full tables,
 * with the same result. Primary keys stay.
 * @param tables with their schemas.
 */
export async function withoutIndexes(
  client: Client,
  tables: readonly string[],
  insert: () => Promise<void>,
): Promise<void> {
  const { rows: constraints } = await client.query<{ owner: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS owner, conname AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE conrelid = ANY ($1::regclass[]) AND contype IN ('u', 'f') ORDER BY contype DESC`,
    [tables],
  );
  for (const { owner, name } of constraints)
    await client.query(`ALTER TABLE ${owner} DROP CONSTRAINT ${name}`);
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
     FROM pg_index WHERE indrelid = ANY ($1::regclass[]) AND NOT indisprimary`,
    [tables],
  );
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  await insert();
  await client.query(`SET maintenance_work_mem = '512MB'`);
  for (const { definition } of indexes) await client.query(definition);
  for (const { owner, name, definition } of constraints) {
    await client.query(`ALTER TABLE ${owner} ADD CONSTRAINT ${name} ${definition}`);
  }
  await client.query('RESET maintenance_work_mem');
}
