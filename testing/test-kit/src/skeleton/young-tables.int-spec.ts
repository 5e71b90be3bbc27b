import { DataSource } from 'typeorm';
import { YoungTables } from '@chat/service-kit';
import { createTestDatabase, type TestDatabase } from '../test-database';
import { until } from '../until';

describe('tables that grow', () => {
  let database: TestDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await new DataSource({ type: 'postgres', url: database.url, parseInt8: true }).initialize();
    await dataSource.query('CREATE SCHEMA spec');
    await dataSource.query('CREATE TABLE spec.young (id bigint) WITH (autovacuum_enabled = false)');
  });

  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const add = (rows: number) =>
    dataSource.query('INSERT INTO spec.young SELECT generate_series(1, $1)', [rows]);
  const statistics = async () => {
    const [row] = await dataSource.query<{ rows: number; analyses: number }[]>(
      `SELECT n_live_tup AS rows, analyze_count AS analyses FROM pg_stat_user_tables WHERE relname = 'young'`,
    );
    return row!;
  };
  const round = async () => {
    const errors: unknown[] = [];
    const tables = new YoungTables(dataSource, 'spec', (error) => errors.push(error));
    tables.start();
    await tables.stop();
    expect(errors).toEqual([]);
  };
  const untilThereAre = (rows: number) =>
    until(async () => (await statistics()).rows === rows, { describe: 'the statistics to be reported' });

  it('are analysed when they have doubled, and not before', async () => {
    for (const [added, rows, analyses] of [
      [400, 400, 0],
      [200, 600, 1],
      [500, 1_100, 1],
      [200, 1_300, 2],
    ] as const) {
      await add(added);
      await untilThereAre(rows);
      await round();
      await until(async () => (await statistics()).analyses >= analyses, { describe: 'the analysis' });
      expect((await statistics()).analyses).toBe(analyses);
    }
  });
});
