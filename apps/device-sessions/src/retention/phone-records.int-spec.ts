import { until } from '@chat/test-kit';
import { startDeviceSessions, type DeviceSessionsUnderTest } from '../testing/device-sessions-under-test';

describe('the retention of what phones keep besides records', () => {
  let stack: DeviceSessionsUnderTest;

  beforeAll(async () => {
    stack = await startDeviceSessions();
  });

  afterAll(() => stack.stop());

  const namesOf = async (sql: string) =>
    (await stack.query<{ name: string }>(sql)).map(({ name }) => name).toSorted();

  it('clears what was sent after 14 days, and keeps its record', async () => {
    await stack.query(
      `INSERT INTO device_sessions.sends
         (account_id, message_id, channel_id, chat_message_id, state, content, created_at)
       VALUES (1, 1, 1, 'recent', 'accepted', 'sealed', now() - interval '13 days 23 hours'),
         (1, 2, 1, 'old', 'accepted', 'sealed', now() - interval '14 days 1 minute')`,
    );
    await stack.startReplica();
    const cleared = () =>
      namesOf('SELECT chat_message_id AS name FROM device_sessions.sends WHERE content IS NULL');
    await until(async () => (await cleared()).length > 0, { describe: 'the content to go' });
    expect(await cleared()).toEqual(['old']);
    expect(await namesOf('SELECT chat_message_id AS name FROM device_sessions.sends')).toEqual([
      'old',
      'recent',
    ]);
  });

  it('deletes answers of the network after a day, and who wrote after DEVICE_RECORD_DAYS', async () => {
    await stack.query(
      `INSERT INTO device_sessions.people (account_id, channel_id, phone, address, has_written, checked_at)
       SELECT 1, 1, name, name, has_written, now() - age::interval FROM (VALUES
         ('answered', false, '23 hours'), ('answered long ago', false, '24 hours 1 minute'),
         ('wrote', true, '29 days'), ('wrote long ago', true, '30 days 1 minute')) AS given(name, has_written, age)`,
    );
    await stack.startReplica();
    const kept = () => namesOf('SELECT phone AS name FROM device_sessions.people');
    await until(async () => (await kept()).length <= 2, { describe: 'old people to go' });
    expect(await kept()).toEqual(['answered', 'wrote']);
  });
});
