import { contactUpdated } from '@chat/contracts/crm';
import { messageReceived } from '@chat/contracts/messaging';
import { CapturedLog, someContact, until } from '@chat/test-kit';
import { MessagingUnderTest } from '../testing/messaging-under-test';

const ACCOUNT = 1;
const PHONE = '4915112345678';

let log: CapturedLog;
let messaging: MessagingUnderTest;

beforeAll(async () => {
  log = new CapturedLog();
  messaging = await MessagingUnderTest.start({}, { environment: { LOG_LEVEL: 'error' } });
});

afterAll(async () => {
  await messaging.service.stop();
  log.release();
});

it('a conversation that is deleted while its text is written has none, and nothing fails', async () => {
  const query = (sql: string, values?: unknown[]) => messaging.service.query(sql, values);
  const isAllWritten = async () => (await query('SELECT FROM messaging.renamed_people')).length === 0;
  await messaging.receive({ from: PHONE }, ACCOUNT);
  const { data } = await messaging.bus.nextEvent(messageReceived, () => true);
  await until(isAllWritten, { describe: 'the first text to be written' });

  await query('BEGIN');
  await query('DELETE FROM messaging.messages');
  await query('DELETE FROM messaging.conversations WHERE id = $1', [data.conversation_id]);
  const contact = someContact({ phone: PHONE });
  await messaging.bus.publish(contactUpdated, { contact }, { accountId: ACCOUNT, entityVersion: 1 });
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
    AND query LIKE '%INTO messaging.conversation_texts%'`;
  const isAwaited = async () => {
    // Within a transaction, Postgres shows what it has shown before.
    await query('SELECT pg_stat_clear_snapshot()');
    return (await query(waiting)).length > 0;
  };
  await until(isAwaited, { describe: 'the writer to await the deletion' });
  await query('COMMIT');
  await until(isAllWritten, { describe: 'the change to be dealt with' });

  expect(await query('SELECT FROM messaging.conversation_texts')).toEqual([]);
  expect(log.text).not.toContain('background work failed');
});
