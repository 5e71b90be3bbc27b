import { messageFailed, messageSent } from '@chat/contracts/messaging';
import { AppError } from '@chat/errors';
import { refusal, until } from '@chat/test-kit';
import { anyNumber, anyText, MessagingUnderTest } from '../testing/messaging-under-test';

describe('the settlement of sends', () => {
  let messaging: MessagingUnderTest;

  beforeAll(async () => {
    messaging = await MessagingUnderTest.start();
    messaging.handOver = () => {
      throw new AppError('server_error');
    };
  });

  afterAll(() => messaging.service.stop());

  /** A send of which nobody said what became of it, as a crash of either service leaves it. */
  const unanswered = async () => (await refusal(messaging.send())).message_id!;
  const leavesQueue = (id: number) =>
    until(
      async () => {
        const message = await messaging.read(id);
        return message.status !== 'queued' && message;
      },
      { describe: 'the message to be settled' },
    );

  it('records a message that the network accepted as sent', async () => {
    messaging.settle = () => ({ outcome: 'sent', chat_message_id: 'late', error: null });
    const id = await unanswered();
    await messaging.passDeadlines();
    expect(await leavesQueue(id)).toMatchObject({
      status: 'sent',
      chat_message_id: 'late',
      sent_at: anyText,
    });
    await messaging.bus.nextEvent(messageSent, ({ data }) => data.message.id === id);
  });

  it('records a message that was never handed over as failed', async () => {
    messaging.settle = () => ({ outcome: 'refused', chat_message_id: null, error: null });
    const id = await unanswered();
    await messaging.passDeadlines();
    expect(await leavesQueue(id)).toMatchObject({
      status: 'failed',
      chat_message_id: null,
      error: { code: 'device_service_error' },
    });
    await messaging.bus.nextEvent(messageFailed, ({ data }) => data.message.id === id);
  });

  it('records a message that may have been handed over as unknown, until the network tells', async () => {
    messaging.settle = () => ({ outcome: 'unknown', chat_message_id: null, error: null });
    const id = await unanswered();
    await messaging.passDeadlines();
    expect((await leavesQueue(id)).status).toBe('unknown');
    expect(messaging.told(messageFailed, id)).toBe(0);

    await messaging.acknowledge(id, 'sent');
    await messaging.bus.nextEvent(messageSent, ({ data }) => data.message.id === id);
    expect(await messaging.read(id)).toMatchObject({ status: 'sent', chat_message_id: `chat-${id}` });
  });

  it('does not ask before the deadline has passed', async () => {
    let asked = 0;
    messaging.settle = () => {
      asked += 1;
      return { outcome: 'refused', chat_message_id: null, error: null };
    };
    const [waiting, due] = await Promise.all([unanswered(), unanswered()]);
    await messaging.service.query(
      `UPDATE messaging.messages
       SET settle_at = CASE WHEN id = $1 THEN now() + interval '1 hour' ELSE now() END WHERE status = 'sending'`,
      [waiting],
    );
    await leavesQueue(due);
    expect((await messaging.read(waiting)).status).toBe('queued');
    expect(asked).toBe(1);
    await messaging.passDeadlines();
    await leavesQueue(waiting);
  });

  it('asks again when the connector could not answer', async () => {
    messaging.settle = () => {
      throw new AppError('service_unavailable');
    };
    const id = await unanswered();
    let asked = 0;
    messaging.settle = () => {
      asked += 1;
      if (asked === 1) throw new AppError('service_unavailable');
      return { outcome: 'sent', chat_message_id: 'at last', error: null };
    };
    await messaging.passDeadlines();
    await until(() => asked === 1, { describe: 'the first question' });
    expect((await messaging.read(id)).status).toBe('queued');
    await messaging.passDeadlines();
    expect((await leavesQueue(id)).status).toBe('sent');
  });

  it('records what could not be recorded when the answer came', async () => {
    const handOver = messaging.handOver;
    messaging.handOver = () => ({ chat_message_id: 'accepted' });
    messaging.settle = () => ({ outcome: 'sent', chat_message_id: 'accepted', error: null });
    await messaging.service.query(
      `ALTER TABLE messaging.messages ADD CONSTRAINT broken CHECK (status <> 'sent') NOT VALID`,
    );
    const failure = await refusal(messaging.send());
    await messaging.service.query('ALTER TABLE messaging.messages DROP CONSTRAINT broken');
    messaging.handOver = handOver;

    expect(failure).toMatchObject({ code: 'provider_outcome_unknown', message_id: anyNumber });
    await messaging.passDeadlines();
    expect(await leavesQueue(failure.message_id!)).toMatchObject({
      status: 'sent',
      chat_message_id: 'accepted',
    });
  });

  it('settles each send once, however many replicas do it', async () => {
    messaging.settle = ({ message_id }) => ({
      outcome: 'sent',
      chat_message_id: `settled-${message_id}`,
      error: null,
    });
    await Promise.all([messaging.service.startReplica(), messaging.service.startReplica()]);
    const ids = await Promise.all(Array.from({ length: 30 }, unanswered));
    await messaging.passDeadlines();
    await Promise.all(ids.map(leavesQueue));
    for (const id of ids) await messaging.bus.nextEvent(messageSent, ({ data }) => data.message.id === id);
    expect(ids.map((id) => messaging.told(messageSent, id))).toEqual(ids.map(() => 1));
  });
});
