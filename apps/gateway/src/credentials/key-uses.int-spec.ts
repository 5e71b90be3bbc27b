import type { DataSource } from 'typeorm';
import { BackgroundLoops } from '@chat/bus';
import { openDatabase } from '@chat/service-kit';
import { createTestDatabase, type TestDatabase } from '@chat/test-kit';
import { database } from '../database/database';
import { CredentialsRepository } from './credentials.repository';
import { KeyUses } from './key-uses';

describe('the uses of API keys', () => {
  let testDatabase: TestDatabase;
  let dataSource: DataSource;
  let uses: KeyUses;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    const config = { DATABASE_URL: testDatabase.url, DATABASE_POOL_SIZE: 4 };
    dataSource = await openDatabase(database, config, 'spec');
    uses = new KeyUses(new BackgroundLoops(() => undefined), new CredentialsRepository(dataSource));
    await dataSource.query(
      `INSERT INTO gateway.accounts (name, account_limit, device_channels, cloud_channels, coexistence, rate_limit)
       VALUES ('Spec', 1, true, false, false, 100)`,
    );
  });

  afterAll(async () => {
    await dataSource.destroy();
    await testDatabase.drop();
  });

  beforeEach(async () => {
    await dataSource.query('DELETE FROM gateway.api_keys');
    await dataSource.query(
      `INSERT INTO gateway.api_keys (account_id, client_id, secret_digest, allowlist)
       SELECT (SELECT id FROM gateway.accounts), 'ck_' || n, decode(repeat('00', 32), 'hex'), '{}'
       FROM generate_series(1, 1500) AS n`,
    );
  });

  const count = async (condition: string): Promise<number> => {
    const sql = `SELECT count(*)::integer AS n FROM gateway.api_keys WHERE ${condition}`;
    const [row]: { n: number }[] = await dataSource.query(sql);
    return row!.n;
  };

  it('are written in bounded batches, each once', async () => {
    for (let n = 1; n <= 1_200; n += 1) uses.record(`ck_${n}`);
    uses.record('ck_1');
    expect(await uses.round()).toBe(true);
    expect(await count('last_used_at IS NOT NULL')).toBe(1_000);
    expect(await uses.round()).toBe(false);
    expect(await count('last_used_at IS NOT NULL')).toBe(1_200);
    expect(await count('last_used_at IS NOT NULL AND updated_at > created_at')).toBe(0);
    await dataSource.query("UPDATE gateway.api_keys SET last_used_at = '2026-01-01'");
    await uses.round();
    expect(await count("last_used_at > '2026-01-01'")).toBe(0);
  });

  it('do not wait for a gateway that writes the same key', async () => {
    const runner = dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query("UPDATE gateway.api_keys SET last_used_at = now() WHERE client_id = 'ck_1'");
    uses.record('ck_1');
    uses.record('ck_2');
    await uses.round();
    expect(await count("client_id = 'ck_2' AND last_used_at IS NOT NULL")).toBe(1);
    await runner.rollbackTransaction();
    await runner.release();
  });

  it('let digests of former secrets go when their overlap is over', async () => {
    const sql = 'UPDATE gateway.api_keys SET former_secret_digest = secret_digest, former_secret_until = ';
    await dataSource.query(`${sql} now() WHERE client_id = 'ck_1'`);
    await dataSource.query(`${sql} now() + interval '1 hour' WHERE client_id = 'ck_2'`);
    await uses.round();
    expect(await count('former_secret_digest IS NOT NULL')).toBe(1);
  });
});
