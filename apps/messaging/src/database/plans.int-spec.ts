import { listConversations, listMessages } from '@chat/contracts/messaging';
import { until } from '@chat/test-kit';
import { MessagingUnderTest } from '../testing/messaging-under-test';

/** They have few rows. */
const READ_WHOLE = [
  'migrations',
  'outbox_relay',
  'dead_letters',
  'suspended_accounts',
  'usage_changes',
  'counting',
];

describe('the statements of messaging', () => {
  let messaging: MessagingUnderTest;

  beforeAll(async () => {
    messaging = await MessagingUnderTest.start({}, { replicas: 0 });
  });

  afterAll(() => messaging.service.stop());

  /** Connections report what they did at the latest when they are closed. */
  const allClosed = () =>
    until(
      async () => {
        const others = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
        return (await messaging.service.query(others)).length === 0;
      },
      { describe: 'all connections to be closed' },
    );

  /** How often each table was read from end to end. */
  const scans = async () => {
    await allClosed();
    return messaging.service.query(
      `SELECT relname, seq_scan FROM pg_stat_user_tables
       WHERE schemaname = 'messaging' AND relname <> ALL ($1) ORDER BY relname`,
      [READ_WHOLE],
    );
  };

  it('read no table from end to end, although they were prepared when all tables were empty', async () => {
    // The migrations scan what they index.
    await (await messaging.service.startReplica()).stop();
    const before = await scans();
    const replica = await messaging.service.startReplica();
    // More often than the five times after which Postgres settles for one plan.
    for (let count = 0; count < 8; count += 1) {
      const { message_id, conversation_id } = await messaging.send();
      await messaging.receive();
      await messaging.acknowledge(message_id, 'delivered');
      await messaging.bus.request(listConversations, { query: {} });
      await messaging.bus.request(listMessages, { params: { id: conversation_id }, query: {} });
      await messaging.read(message_id);
    }
    await replica.stop();

    expect(await scans()).toEqual(before);
  });

  it('write into no index for a receipt', async () => {
    const updates = async () => {
      await allClosed();
      const [row]: { all: number; withIndexes: number }[] = await messaging.service.query(
        `SELECT n_tup_upd AS all, n_tup_upd - n_tup_hot_upd AS "withIndexes" FROM pg_stat_user_tables
         WHERE schemaname = 'messaging' AND relname = 'messages'`,
      );
      return row!;
    };
    const before = await updates();
    const replica = await messaging.service.startReplica();
    const { message_id } = await messaging.send();
    for (const level of ['delivered', 'read'] as const) {
      await messaging.acknowledge(message_id, level);
      await until(async () => (await messaging.read(message_id)).status === level, { describe: level });
    }
    await replica.stop();

    const after = await updates();
    expect(after.all - before.all).toBe(3);
    // The outcome of the send, which brings the id of the network.
    expect(after.withIndexes - before.withIndexes).toBe(1);
  });
});
