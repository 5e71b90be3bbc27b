import type { DataSource } from 'typeorm';
import { openDatabase, toTimestamp } from '@chat/service-kit';
import { createTestDatabase, type TestDatabase } from '../test-database';

describe('the statements of a service', () => {
  let database: TestDatabase;
  let dataSource: DataSource | undefined;

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterEach(() => dataSource?.destroy());

  afterAll(() => database.drop());

  /** With one connection, so that its prepared statements can be read. */
  async function open(): Promise<DataSource> {
    const definition = { schema: 'spec', entities: [], migrations: [] };
    dataSource = await openDatabase(
      definition,
      { DATABASE_URL: database.url, DATABASE_POOL_SIZE: 1 },
      'spec',
    );
    return dataSource;
  }

  it.each([
    ['with values', 'SELECT $1::integer AS spec', [1], true],
    ['without values', 'SELECT 1 AS spec', undefined, true],
    ['that begins with a common table expression', ' WITH spec AS (SELECT 1) TABLE spec', undefined, true],
    ['of several statements', 'SELECT 1; SELECT 2 AS spec', undefined, false],
    ['that has no plan', 'SET spec.spec = 1', undefined, false],
  ])('are prepared once: a text %s', async (_, text, values, isPrepared) => {
    const spec = await open();
    await spec.query(text, values);
    await spec.query(text, values);

    const prepared: unknown[] = await spec.query('SELECT FROM pg_prepared_statements WHERE statement = $1', [
      text,
    ]);
    expect(prepared).toHaveLength(isPrepared ? 1 : 0);
  });

  it('get times as texts in UTC, whatever the server is set to', async () => {
    const admin = await open();
    const name = new URL(database.url).pathname.slice(1);
    await admin.query(`ALTER DATABASE "${name}" SET TimeZone = 'Asia/Kathmandu'`);
    await admin.query(`ALTER DATABASE "${name}" SET DateStyle = 'German'`);
    await admin.destroy();

    const spec = await open();
    const [row]: { at: Date; text: string }[] = await spec.query(
      `SELECT at, at::text AS text FROM (SELECT timestamptz '2026-01-31 10:20:30.12+00' AS at) AS moment`,
    );
    expect(row!.at).toEqual(new Date('2026-01-31T10:20:30.120Z'));
    expect(toTimestamp(row!.text)).toBe('2026-01-31T10:20:30.120+00:00');
  });
});
