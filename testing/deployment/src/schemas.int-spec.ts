import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '@chat/service-kit';
import { createTestDatabase, printSchema, type TestDatabase } from '@chat/test-kit';
import { services } from '@chat/standalone';
import { Client } from 'pg';
import { root } from './testing/manifests';

/** Unique indexes and foreign keys that do not begin with the account, as `schema.table (columns)`. */
const KEYS_ACROSS_ACCOUNTS = `
  WITH keys AS (
    SELECT indrelid AS relation, indkey::smallint[] AS columns FROM pg_index WHERE indisunique
    UNION SELECT conrelid, conkey FROM pg_constraint WHERE contype = 'f'),
  named AS (
    SELECT nspname AS schema, relname AS name, (
      SELECT array_agg(attname::text ORDER BY place)
      FROM unnest(columns) WITH ORDINALITY AS one (number, place)
      JOIN pg_attribute ON attrelid = relation AND attnum = number) AS columns
    FROM keys JOIN pg_class ON pg_class.oid = relation JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE nspname = ANY ($1) AND relname <> 'migrations')
  SELECT schema, name || ' (' || array_to_string(columns, ', ') || ')' AS key FROM named
  WHERE columns[1] <> 'account_id'`;

/**
 * Every service commits a dump of its schema, so that a review sees each change of a migration.
 * `UPDATE_SCHEMAS=1 npx jest testing/deployment` regenerates the files.
 */
describe('the committed schema', () => {
  let testDatabase: TestDatabase;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
  });

  afterAll(() => testDatabase.drop());

  it.each(services.map((service) => [service.name, service] as const))(
    'of %s matches its migrations',
    async (name, { database }) => {
      const config = { DATABASE_URL: testDatabase.url, DATABASE_POOL_SIZE: 2 };
      const dataSource = await openDatabase(database, config, name);
      try {
        const printed = await printSchema((sql, values) => dataSource.query(sql, values), database.schema);
        const file = join(__dirname, '../../../apps', name, 'src/database/schema.sql');
        if (process.env.UPDATE_SCHEMAS) await writeFile(file, printed);
        expect(printed).toBe(await readFile(file, 'utf8'));
      } finally {
        await dataSource.destroy();
      }
    },
  );

  it('has no key across accounts but those that docs/scaling.md names', async () => {
    const schemas = services.map(({ database }) => database.schema);
    const client = new Client({ connectionString: testDatabase.url });
    await client.connect();
    const { rows } = await client.query<{ schema: string; key: string }>(KEYS_ACROSS_ACCOUNTS, [schemas]);
    await client.end();
    const isShared = (key: string) => rows.filter((row) => row.key === key).length > 1;
    const found = rows.map(({ schema, key }) => `${isShared(key) ? '*' : schema}.${key}`);
    const [, section = ''] = /^## Keys across accounts\n(.*?)^## /ms.exec(
      await readFile(join(root, 'docs/scaling.md'), 'utf8'),
    )!;
    const named = [...section.matchAll(/`([\w*]+\.\w+ \([\w, ]+\))`/g)].map(([, key]) => key);
    expect([...new Set(found)].sort()).toEqual(named.sort());
  });
});
