import { until } from '@chat/test-kit';
import { startDeviceSessions, type DeviceSessionsUnderTest } from '../testing/device-sessions-under-test';

describe('the retention of records', () => {
  let stack: DeviceSessionsUnderTest;

  beforeAll(async () => {
    stack = await startDeviceSessions({}, { DEVICE_RECORD_DAYS: '10' });
  });

  afterAll(() => stack.stop());

  const count = async (table: string, condition: string) =>
    (await stack.query(`SELECT FROM device_sessions.${table} WHERE ${condition}`)).length;

  it('deletes only records older than the setting, 1,000 at a time', async () => {
    // Counts what each statement deletes: the replica that is already running may begin with the first row.
    await stack.query(`
      CREATE TABLE device_sessions.deletions (rows bigint);
      CREATE FUNCTION device_sessions.note() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO device_sessions.deletions SELECT count(*) FROM gone; RETURN NULL; END $$;
      CREATE TRIGGER note AFTER DELETE ON device_sessions.sends REFERENCING OLD TABLE AS gone
        FOR EACH STATEMENT EXECUTE FUNCTION device_sessions.note();
      CREATE TRIGGER note AFTER DELETE ON device_sessions.received REFERENCING OLD TABLE AS gone
        FOR EACH STATEMENT EXECUTE FUNCTION device_sessions.note()`);
    await stack.query(`
      INSERT INTO device_sessions.sends (account_id, message_id, channel_id, chat_message_id, state, created_at, updated_at)
      SELECT 1, n, 1, 'S' || n, 'accepted', now() - interval '10 days 1 minute', now() FROM generate_series(1, 2500) AS n
      UNION ALL
      SELECT 1, n, 1, 'S' || n, 'sending', now() - interval '9 days 23 hours', now() FROM generate_series(2501, 2510) AS n`);
    await stack.query(`
      INSERT INTO device_sessions.received (account_id, channel_id, from_phone, chat_message_id, received_at)
      SELECT 1, 1, '49151', 'R' || n, now() - interval '11 days' FROM generate_series(1, 2500) AS n
      UNION ALL SELECT 1, 1, '49151', 'R' || n, now() FROM generate_series(2501, 2510) AS n`);

    await Promise.all([stack.startReplica(), stack.startReplica()]);
    await until(
      async () =>
        (await count('sends', 'message_id <= 2500')) + (await count('received', 'number <= 2500')) === 0,
      { describe: 'the old records to go' },
    );
    expect([await count('sends', 'true'), await count('received', 'true')]).toEqual([10, 10]);
    const [{ largest }] = (await stack.query<{ largest: string }>(
      'SELECT max(rows) AS largest FROM device_sessions.deletions',
    )) as [{ largest: string }];
    expect(Number(largest)).toBe(1_000);
  });
});
