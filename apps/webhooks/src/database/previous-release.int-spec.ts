import { openDatabase } from '@chat/service-kit';
import { createTestDatabase, until, type TestDatabase } from '@chat/test-kit';
import type { DataSource } from 'typeorm';
import { database } from './database';

/** The statements are those of the release before payloads were shared, as far as they matter. */
describe('a process of the previous release', () => {
  let testDatabase: TestDatabase;
  let dataSource: DataSource;
  /** Two deliveries that this release added for one event. */
  let ids: [number, number];

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    dataSource = await openDatabase(
      database,
      { DATABASE_URL: testDatabase.url, DATABASE_POOL_SIZE: 4 },
      'webhooks',
    );
  });

  afterAll(async () => {
    await dataSource.destroy();
    await testDatabase.drop();
  });

  beforeEach(async () => {
    await dataSource.query('TRUNCATE webhooks.endpoint_deliveries, webhooks.shared_payloads');
    const rows: { id: number }[] = await dataSource.query(
      `INSERT INTO webhooks.endpoint_deliveries (account_id, webhook_id, event_id, event, payload, status, next_attempt_at)
       SELECT 1, place, gen_random_uuid(), 'message.sent', '', 'pending', now() FROM generate_series(1, 2) AS place
       RETURNING id`,
    );
    ids = [rows[0]!.id, rows[1]!.id];
    await dataSource.query('UPDATE webhooks.endpoint_deliveries SET shared_payload_id = $1', [ids[0]]);
    await dataSource.query(`INSERT INTO webhooks.shared_payloads VALUES (1, $1, $2, '{"is":"shared"}')`, ids);
  });

  const claim = `
    UPDATE webhooks.deliveries d SET locked_until = now() + interval '20 s'
    WHERE d.account_id = 1 AND d.id IN (
      SELECT head.id FROM (
        SELECT d.id FROM webhooks.deliveries d
        WHERE d.account_id = 1 AND d.webhook_id = $1 AND d.status = 'pending' AND d.locked_until IS NULL
        ORDER BY d.next_attempt_at, d.id LIMIT 10 FOR UPDATE OF d SKIP LOCKED) AS head)
    RETURNING d.id, d.payload, d.locked_until::text`;
  const finish = `
    UPDATE webhooks.deliveries d SET status = 'succeeded', attempts = d.attempts + 1, next_attempt_at = NULL,
      locked_until = NULL, response_body = 'thanks', updated_at = now()
    WHERE d.account_id = 1 AND d.id = $1 AND d.locked_until = $2::timestamptz`;
  const eraseAll = `
    UPDATE webhooks.deliveries SET payload = NULL, response_body = NULL, updated_at = now(),
      status = CASE status WHEN 'pending' THEN 'failed' ELSE status END, next_attempt_at = NULL, locked_until = NULL
    WHERE account_id = 1 AND id = ANY ($1::bigint[]) AND payload IS NOT NULL`;

  const shared = () => dataSource.query<unknown[]>('SELECT FROM webhooks.shared_payloads');

  it('sends and finishes what this release added, with the shared payload', async () => {
    const [claimed]: [{ id: number; payload: string; locked_until: string }[], number] =
      await dataSource.query(claim, [2]);
    expect(claimed).toMatchObject([{ id: ids[1], payload: '{"is":"shared"}' }]);
    await dataSource.query(finish, [ids[1], claimed[0]!.locked_until]);
    expect(
      await dataSource.query(
        'SELECT id, status, attempts, payload, shared_payload_id FROM webhooks.endpoint_deliveries ORDER BY id',
      ),
    ).toEqual([
      { id: ids[0], status: 'pending', attempts: 0, payload: '', shared_payload_id: ids[0] },
      { id: ids[1], status: 'succeeded', attempts: 1, payload: '', shared_payload_id: ids[0] },
    ]);
  });

  it('adds deliveries that this release reads, in the order of the ids', async () => {
    const added: { id: number }[] = await dataSource.query(
      `INSERT INTO webhooks.deliveries (account_id, webhook_id, event_id, event, channel_id, payload, traceparent, status,
         next_attempt_at, error)
       SELECT 1, place, gen_random_uuid(), 'message.sent', 7, '{"is":"its own"}', NULL, 'pending', now(), NULL
       FROM generate_series(1, 2) AS place ORDER BY place RETURNING id`,
    );
    expect(
      await dataSource.query(
        `SELECT id, payload, attempts, schedule_start, created_at IS NOT NULL AS "isDated"
         FROM webhooks.endpoint_deliveries WHERE channel_id = 7 ORDER BY webhook_id`,
      ),
    ).toEqual(
      added.map(({ id }) => ({
        id,
        payload: '{"is":"its own"}',
        attempts: 0,
        schedule_start: 0,
        isDated: true,
      })),
    );
    expect(added[0]!.id).toBeGreaterThan(ids[1]);
    expect(added[1]!.id).toBeGreaterThan(added[0]!.id);
  });

  it('erases a payload with the last delivery that shares it', async () => {
    await dataSource.query(eraseAll, [[ids[0]]]);
    expect(await shared()).toHaveLength(1);
    await dataSource.query(eraseAll, [[ids[1]]]);
    expect(await shared()).toEqual([]);
    expect(
      await dataSource.query('SELECT DISTINCT status, payload FROM webhooks.endpoint_deliveries'),
    ).toEqual([{ status: 'failed', payload: null }]);
  });

  it('deletes a payload with the last delivery that shares it', async () => {
    await dataSource.query('DELETE FROM webhooks.deliveries WHERE account_id = 1 AND id = $1', [ids[0]]);
    expect(await shared()).toHaveLength(1);
    await dataSource.query('DELETE FROM webhooks.deliveries WHERE account_id = 1 AND id = $1', [ids[1]]);
    expect(await shared()).toEqual([]);
    expect(await dataSource.query('SELECT FROM webhooks.endpoint_deliveries')).toEqual([]);
  });

  it('overwrites nothing that changed since its statement began: it fails, and is repeated', async () => {
    const isWaiting = async () => {
      const found: unknown[] = await dataSource.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return found.length > 0;
    };
    let late: Promise<unknown> | undefined;
    await dataSource.transaction(async (manager) => {
      await manager.query('UPDATE webhooks.endpoint_deliveries SET attempts = 5 WHERE id = $1', [ids[1]]);
      late = dataSource.query(eraseAll, [[ids[1]]]).catch((error: unknown) => error);
      await until(isWaiting, { describe: 'the other statement to wait' });
    });
    expect(await late).toMatchObject({
      message: expect.stringContaining('changed in the meantime') as string,
    });
    await dataSource.query(eraseAll, [[ids[1]]]);
    expect(
      await dataSource.query('SELECT attempts, payload FROM webhooks.endpoint_deliveries WHERE id = $1', [
        ids[1],
      ]),
    ).toEqual([{ attempts: 5, payload: null }]);
  });
});
