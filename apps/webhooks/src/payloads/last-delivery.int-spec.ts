import { openDatabase } from '@chat/service-kit';
import { createTestDatabase, until, type TestDatabase } from '@chat/test-kit';
import type { DataSource, EntityManager } from 'typeorm';
import { database } from '../database/database';
import { SharedPayloadsRepository } from './shared-payloads.repository';

describe('a payload that two deliveries share', () => {
  const payloads = new SharedPayloadsRepository();
  let testDatabase: TestDatabase;
  let dataSource: DataSource;
  let ids: [number, number];

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    const config = { DATABASE_URL: testDatabase.url, DATABASE_POOL_SIZE: 4 };
    dataSource = await openDatabase(database, config, 'webhooks');
  });

  afterAll(async () => {
    await dataSource.destroy();
    await testDatabase.drop();
  });

  beforeEach(async () => {
    await dataSource.query('TRUNCATE webhooks.endpoint_deliveries, webhooks.shared_payloads');
    const rows: { id: number }[] = await dataSource.query(
      `INSERT INTO webhooks.endpoint_deliveries (account_id, webhook_id, event_id, event, payload, status)
       SELECT 1, place, gen_random_uuid(), 'message.sent', '', 'succeeded' FROM generate_series(1, 2) AS place
       RETURNING id`,
    );
    ids = [rows[0]!.id, rows[1]!.id];
    await dataSource.query('UPDATE webhooks.endpoint_deliveries SET shared_payload_id = $1', [ids[0]]);
    await dataSource.query(`INSERT INTO webhooks.shared_payloads VALUES (1, $1, $2, '{}')`, ids);
  });

  const erase = (
    id: number,
    manager: EntityManager,
    before: () => Promise<unknown> = () => Promise.resolve(),
  ) =>
    payloads.letGo(
      [{ accountId: 1, id }],
      async () => {
        await before();
        await manager.query('UPDATE webhooks.endpoint_deliveries SET payload = NULL WHERE id = $1', [id]);
      },
      manager,
    );

  it('goes when two transactions erase one delivery each at the same moment', async () => {
    const isWaiting = async () => {
      const found: unknown[] = await dataSource.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return found.length > 0;
    };
    let second: Promise<void> | undefined;
    await dataSource.transaction((manager) =>
      erase(ids[0], manager, async () => {
        second = dataSource.transaction((other) => erase(ids[1], other));
        await until(isWaiting, { describe: 'the other transaction to wait' });
      }),
    );
    await second;
    expect(await dataSource.query('SELECT FROM webhooks.shared_payloads')).toEqual([]);
  });

  it('stays when a transaction that erases one of them fails', async () => {
    const failing = dataSource.transaction(async (manager) => {
      await erase(ids[0], manager);
      await erase(ids[1], manager);
      throw new Error('the end');
    });
    await expect(failing).rejects.toThrow('the end');
    expect(await dataSource.query('SELECT FROM webhooks.shared_payloads')).toHaveLength(1);
  });
});
