import { messageDelivered, messageRead, messageReceived, messageSent } from '@chat/contracts/messaging';
import { AppError } from '@chat/errors';
import { refusal, until } from '@chat/test-kit';
import { MessagingUnderTest } from '../testing/messaging-under-test';

describe('the locks of what connectors tell', () => {
  let messaging: MessagingUnderTest;

  beforeAll(async () => {
    messaging = await MessagingUnderTest.start();
  });

  afterAll(() => messaging.service.stop());

  beforeEach(() => messaging.playWell());

  const becomes = async (id: number, type: typeof messageSent): Promise<unknown> =>
    messaging.bus.nextEvent(type, ({ data }) => data.message.id === id);

  it('meet in no circle when receipts, their repeats and the settlement come at once, on two replicas', async () => {
    const replica = await messaging.service.startReplica();
    // Nobody says anything until the deadline.
    messaging.handOver = () => {
      throw new AppError('server_error');
    };
    messaging.settle = ({ message_id }) => ({
      outcome: 'sent',
      chat_message_id: `chat-${message_id}`,
      error: null,
    });
    const ids: number[] = await Promise.all(
      Array.from({ length: 120 }, async (_, index) => {
        const mobile = `1517${1_000_000 + index}`;
        return (await refusal(messaging.send({ mobile }))).message_id!;
      }),
    );
    await messaging.passDeadlines();
    const orders = [ids, ids.toReversed(), ids.toSorted((a, b) => (a % 7) - (b % 7))];
    await Promise.all(
      (['sent', 'delivered', 'read'] as const).flatMap((level) =>
        orders.map((order) => messaging.acknowledgeAll(order.map((message_id) => ({ message_id, level })))),
      ),
    );
    for (const id of ids) await becomes(id, messageRead);

    for (const type of [messageSent, messageDelivered, messageRead]) {
      expect(ids.map((id) => messaging.told(type, id))).toEqual(ids.map(() => 1));
    }
    await replica.stop();
    // A connection has reported its deadlocks when it is closed.
    const deadlocks = 'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()';
    expect(await messaging.service.query(deadlocks)).toEqual([{ deadlocks: 0 }]);
  });

  it('are taken of conversations before messages, whichever of their events came first', async () => {
    const [sent, first, second] = ['15181000001', '15181000002', '15181000003'] as const;
    const { message_id } = await messaging.send({ mobile: sent });
    for (const mobile of [first, second]) await messaging.send({ mobile });
    const query = (sql: string, values: unknown[] = []) => messaging.service.query(sql, values);
    const lock = (mobile: string) =>
      query('SELECT FROM messaging.conversations WHERE contact_phone = $1 FOR UPDATE', [`49${mobile}`]);
    const isBlocked = async () =>
      (
        await query(
          'SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))',
        )
      ).length > 0;

    await query('BEGIN');
    await lock(second);
    await query('SAVEPOINT before_first');
    await lock(first);
    await messaging.receive({ from: `49${first}` });
    await until(isBlocked, { describe: 'the first arrival to wait' });
    // These share the next transaction.
    await messaging.acknowledge(message_id, 'delivered');
    const { chat_message_id } = await messaging.receive({ from: `49${second}` });
    await query('ROLLBACK TO before_first');
    await messaging.bus.nextEvent(messageReceived, ({ data }) => data.message.contact.phone === `49${first}`);
    await until(isBlocked, { describe: 'the second arrival to wait' });

    const free = 'SELECT FROM messaging.messages WHERE id = $1 FOR UPDATE SKIP LOCKED';
    expect(await query(free, [message_id])).toHaveLength(1);
    await query('COMMIT');
    await becomes(message_id, messageDelivered);
    await messaging.bus.nextEvent(
      messageReceived,
      ({ data }) => data.message.chat_message_id === chat_message_id,
    );
  });
});
