import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '@chat/service-kit';
import { createTestDatabase, printSchema, type TestDatabase } from '@chat/test-kit';
import { services } from '@chat/standalone';

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
});
