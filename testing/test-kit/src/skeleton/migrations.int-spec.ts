import { Client } from 'pg';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { openDatabase } from '@chat/service-kit';
import { createTestDatabase, type TestDatabase } from '../test-database';

class CreateNotes1700000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE spec.notes AS SELECT current_setting('lock_timeout') AS lock_timeout, 1 AS version`,
    );
  }

  down = () => Promise.resolve();
}

class AlterNotes1700000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('UPDATE spec.notes SET version = version + 1');
    // The same error as for a table in use, without the wait.
    await runner.query(`SET LOCAL lock_timeout = '20ms'`);
    await runner.query('ALTER TABLE spec.notes ADD COLUMN label text');
  }

  down = () => Promise.resolve();
}

describe('a migration', () => {
  let database: TestDatabase;
  let dataSource: DataSource | undefined;

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterEach(() => dataSource?.destroy());

  afterAll(() => database.drop());

  async function open(migrations: (new () => MigrationInterface)[], onWait: (line: unknown) => void) {
    const config = { DATABASE_URL: database.url, DATABASE_POOL_SIZE: 1 };
    const logger = { warn: onWait } as never;
    dataSource = await openDatabase({ schema: 'spec', entities: [], migrations }, config, 'spec', logger);
    return dataSource;
  }

  it('that waits for a table in use lets others pass, says so, and is tried again', async () => {
    await (await open([CreateNotes1700000000001], () => undefined)).destroy();
    const dump = new Client({ connectionString: database.url });
    await dump.connect();
    await dump.query('BEGIN');
    await dump.query('LOCK TABLE spec.notes IN ACCESS SHARE MODE');

    const waits: unknown[] = [];
    const spec = await open([CreateNotes1700000000001, AlterNotes1700000000002], (line) => {
      waits.push(line);
      void dump.query('COMMIT').then(() => dump.end());
    });

    expect(waits).toEqual([{ schema: 'spec', statement: 'ALTER TABLE spec.notes ADD COLUMN label text' }]);
    expect(await spec.query('SELECT * FROM spec.notes')).toEqual([
      { lock_timeout: '3s', version: 2, label: null },
    ]);
    expect(await spec.query('SHOW lock_timeout')).toEqual([{ lock_timeout: '0' }]);
  });
});
