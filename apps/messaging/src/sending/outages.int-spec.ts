import { messageFailed, messageReceived, sendMessage } from '@chat/contracts/messaging';
import { AppError, type ErrorBody } from '@chat/errors';
import {
  breakConnections,
  CapturedLog,
  refusal,
  testContext,
  until,
  withoutConnections,
} from '@chat/test-kit';
import { MessagingUnderTest } from '../testing/messaging-under-test';

describe('a message that Postgres interrupts', () => {
  let log: CapturedLog;
  let messaging: MessagingUnderTest;
  let handedOver: number;
  let keys = 0;

  beforeAll(async () => {
    log = new CapturedLog();
    messaging = await MessagingUnderTest.start({}, { environment: { LOG_LEVEL: 'error' } });
  });

  afterAll(async () => {
    await messaging.service.stop();
    log.release();
  });

  beforeEach(async () => {
    messaging.playWell();
    // A connection that the test before broke may not be noticed yet.
    const works = () =>
      messaging.send().then(
        () => true,
        () => false,
      );
    await until(works, { describe: 'messaging to send again' });
    handedOver = 0;
    const accept = messaging.handOver;
    messaging.handOver = (body, context) => {
      handedOver += 1;
      return accept(body, context);
    };
  });

  const newKey = () => ({ ...testContext(), idempotencyKey: `key-${++keys}` });
  const refused = (context = testContext()): Promise<ErrorBody> =>
    refusal(messaging.bus.request(sendMessage, { body: to }, context));
  const to = { mobile_code: '49', mobile: '15112345678', message: 'Hello' };
  const retryable = (code: string) => ({ code, retryable: true });

  it.each([
    ['without', () => testContext()],
    ['with', newKey],
  ])('before it is stored was not sent, and may be retried, %s a key', async (_, contextOf) => {
    const context = contextOf();
    await withoutConnections(messaging.service, async () => {
      expect(await refused(context)).toMatchObject(retryable('service_unavailable'));
    });
    expect(handedOver).toBe(0);
    expect(await messaging.send({}, context)).toMatchObject({ message_id: expect.any(Number) as number });
    expect(handedOver).toBe(1);
  });

  it('while it is stored was not sent, and may be retried', async () => {
    await messaging.service.query('BEGIN');
    await messaging.service.query('LOCK TABLE messaging.messages IN EXCLUSIVE MODE');
    const answer = refused();
    const isWaiting = async () => {
      // Within a transaction, Postgres would repeat what it said first.
      await messaging.service.query('SELECT pg_stat_clear_snapshot()');
      const rows = await messaging.service.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    };
    await until(isWaiting, { describe: 'the statement that stores the message' });
    await breakConnections(messaging.service);
    await messaging.service.query('COMMIT');
    expect(await answer).toMatchObject(retryable('service_unavailable'));
    expect(handedOver).toBe(0);
  });

  it.each([
    ['by a connector that cannot work now either', new AppError('service_unavailable')],
    ['by a connector for good', new AppError('capability_error', { reason: 'sender_restricted' })],
  ])('after it was refused %s stays refused, and is settled so', async (_, error) => {
    const reached = new Promise<() => void>((reach) => {
      messaging.handOver = () => new Promise((_, refuse) => reach(() => refuse(error)));
    });
    const asked = refused(newKey());
    const refuse = await reached;
    const answer = await withoutConnections(messaging.service, () => {
      refuse();
      return asked;
    });
    const isTransient = error.code === 'service_unavailable';
    expect(answer).toMatchObject(
      isTransient ? retryable('device_service_error') : { code: 'capability_error', retryable: false },
    );
    messaging.settle = () => ({ outcome: 'refused', chat_message_id: null, error: null });
    await messaging.passDeadlines();
    await messaging.bus.nextEvent(messageFailed, ({ data }) => data.message.id === answer.message_id);
    expect(await messaging.read(answer.message_id!)).toMatchObject({ status: 'failed' });
  });

  it('does not lose what people write meanwhile', async () => {
    const failures = () => log.lines.filter(({ eventId }) => eventId !== undefined).length;
    const before = failures();
    const { chat_message_id } = await withoutConnections(messaging.service, async () => {
      const written = await messaging.receive();
      await until(() => failures() > before, { describe: 'the consumer to fail' });
      return written;
    });
    await messaging.bus.nextEvent(
      messageReceived,
      ({ data }) => data.message.chat_message_id === chat_message_id,
    );
  });
});
