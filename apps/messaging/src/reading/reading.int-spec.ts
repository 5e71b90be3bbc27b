import { usageOperations } from '@chat/contracts/limits';
import { hideChannel, messageReceived, readConversation } from '@chat/contracts/messaging';
import { accountSuspensionChanged } from '@chat/contracts/gateway';
import { AppError } from '@chat/errors';
import { toTimestamp } from '@chat/service-kit';
import { refusal, testContext, until } from '@chat/test-kit';
import { MessagingUnderTest } from '../testing/messaging-under-test';

describe('POST /v1/conversations/{id}/read', () => {
  let messaging: MessagingUnderTest;
  let phones = 0;
  /** What the network was told. */
  let told: { channel_id: number; chat_message_id: string }[];

  beforeAll(async () => {
    messaging = await MessagingUnderTest.start({}, { replicas: 2 });
  });

  afterAll(() => messaging.service.stop());

  beforeEach(() => {
    messaging.playWell();
    told = [];
    messaging.takeReceipt = ({ channel_id, chat_message_id }) => {
      told.push({ channel_id, chat_message_id });
      return {};
    };
  });

  /** What a test told the network to do is done before the next one listens. */
  afterEach(() => until(async () => (await unfinished()) === 0, { describe: 'the jobs to end' }));

  const unfinished = async () =>
    (await messaging.service.query(`SELECT FROM messaging.jobs WHERE state <> 'done'`)).length;
  const newPhone = () => `4915122${String((phones += 1)).padStart(6, '0')}`;
  const read = async (id: number, accountId = 1) =>
    (await messaging.bus.request(readConversation, { params: { id } }, testContext({ accountId })))
      .conversation;
  const idOf = async (chatMessageId: string) => {
    const isIt = ({ data }: { data: { message: { chat_message_id: string | null } } }) =>
      data.message.chat_message_id === chatMessageId;
    return (await messaging.bus.nextEvent(messageReceived, isIt)).data.conversation_id;
  };
  /** Somebody writes that often. @returns the conversation and the ids of the messages on the network. */
  const receive = async (count: number, data: { from?: string; channel_id?: number } = {}) => {
    const from = data.from ?? newPhone();
    const ids: string[] = [];
    for (let number = 1; number <= count; number += 1) {
      // Replicas take them in any order, so the last one is the newest by its time alone.
      const sent_at = toTimestamp(new Date(Date.now() - (count - number) * 1_000));
      ids.push((await messaging.receive({ ...data, from, sent_at })).chat_message_id);
    }
    for (const id of ids) await idOf(id);
    return { id: await idOf(ids[0]!), ids, from };
  };
  const untilTold = (count: number) =>
    until(() => told.length >= count, { describe: `the network to be told ${count} times` });
  const unreadOf = async (id: number) => (await messaging.conversation(id)).unread_count;

  it('lowers unread_count to 0 and tells the network of the newest message', async () => {
    const { id, ids } = await receive(3);
    expect(await unreadOf(id)).toBe(3);
    expect(await read(id)).toMatchObject({ id, unread_count: 0, last_message: { chat_message_id: ids[2] } });
    expect(await unreadOf(id)).toBe(0);
    await untilTold(1);
    expect(told).toEqual([{ channel_id: 1, chat_message_id: ids[2] }]);
  });

  it('changes nothing and tells nobody when nothing is unread', async () => {
    const { id } = await receive(1);
    const first = await read(id);
    expect(await read(id)).toEqual(first);
    expect(await read((await messaging.send({ mobile: newPhone().slice(2) })).conversation_id)).toMatchObject(
      {
        unread_count: 0,
      },
    );
    // The next one shows that no other receipt was on its way.
    const next = await receive(1);
    await read(next.id);
    await untilTold(2);
    expect(told).toHaveLength(2);
  });

  it('names the newest message by the time at which it was sent, in whatever order they arrive', async () => {
    const from = newPhone();
    const newest = await messaging.receive({ from, sent_at: '2026-01-02T00:00:00.000+00:00' });
    const id = await idOf(newest.chat_message_id);
    await idOf((await messaging.receive({ from, sent_at: '2026-01-01T00:00:00.000+00:00' })).chat_message_id);
    await read(id);
    await untilTold(1);
    expect(told).toEqual([{ channel_id: 1, chat_message_id: newest.chat_message_id }]);
  });

  it('names a message of the contact, whatever was answered since', async () => {
    const { id, ids } = await receive(1);
    await messaging.answer(id);
    await read(id);
    await untilTold(1);
    expect(told).toEqual([{ channel_id: 1, chat_message_id: ids[0] }]);
  });

  it('counts what comes in afterwards, and none twice: 50 reads among 200 arrivals', async () => {
    const { id, from } = await receive(1);
    const arrivals = Promise.all(Array.from({ length: 200 }, () => messaging.receive({ from })));
    const counts = await Promise.all(Array.from({ length: 50 }, async () => (await read(id)).unread_count));
    const messages = await arrivals;
    for (const { chat_message_id } of messages) await idOf(chat_message_id);
    expect(Math.max(...counts)).toBeLessThanOrEqual(200);
    await read(id);
    expect(await unreadOf(id)).toBe(0);
    await receive(2, { from });
    expect(await unreadOf(id)).toBe(2);
  });

  it('tells the network again until it takes it', async () => {
    const { id, ids } = await receive(1);
    const taken = messaging.takeReceipt;
    let refusals = 0;
    messaging.takeReceipt = (body, context) => {
      refusals += 1;
      if (refusals > 1) return taken(body, context);
      throw new AppError('device_service_error', { reason: 'not_connected' });
    };
    expect((await read(id)).unread_count).toBe(0);
    await untilTold(1);
    expect(told).toEqual([{ channel_id: 1, chat_message_id: ids[0] }]);
  });

  it('tells the network after the account resumes, if it is suspended meanwhile', async () => {
    const accountId = 71;
    const announce = (is_suspended: boolean, entityVersion: number) =>
      messaging.bus.publish(
        accountSuspensionChanged,
        { is_suspended },
        { accountId, entity: 'accounts/71', entityVersion },
      );
    const { chat_message_id } = await messaging.receive({ from: newPhone() }, accountId);
    const id = await idOf(chat_message_id);
    await announce(true, 1);
    const send = () => messaging.send({}, testContext({ accountId }));
    // Each replica learns of it on its own.
    for (let refusals = 0; refusals < 20;) {
      await send().then(
        () => (refusals = 0),
        () => (refusals += 1),
      );
    }
    await read(id, accountId);
    const isWaiting = async () => {
      const jobs = `SELECT FROM messaging.jobs WHERE account_id = $1 AND state = 'waiting' AND claims > 0`;
      return (await messaging.service.query(jobs, [accountId])).length > 0;
    };
    await until(isWaiting, { describe: 'the receipt to be put off' });
    expect(told).toEqual([]);
    await announce(false, 2);
    const isTold = async () => {
      await messaging.service.query(`UPDATE messaging.jobs SET due_at = now() WHERE state = 'waiting'`);
      return told.length > 0;
    };
    await until(isTold, { describe: 'the network to be told' });
    expect(told).toEqual([{ channel_id: 1, chat_message_id }]);
  });

  it('is refused, and leaves everything unread, while too many receipts wait for their network', async () => {
    const accountId = 72;
    const body = { account_id: accountId, limit: 'read_receipts', max: 0 } as const;
    await messaging.bus.request(usageOperations('messaging').setLimit, { body });
    const { chat_message_id } = await messaging.receive({ from: newPhone() }, accountId);
    const id = await idOf(chat_message_id);
    expect(await refusal(read(id, accountId))).toMatchObject({
      code: 'limit_reached',
      reason: 'read_receipts',
    });
    await messaging.bus.request(usageOperations('messaging').setLimit, { body: { ...body, max: 1 } });
    await read(id, accountId);
    await untilTold(1);
    expect(told).toEqual([{ channel_id: 1, chat_message_id }]);
  });

  it('tells nobody any more once the channel is deleted', async () => {
    const { id } = await receive(1, { channel_id: 80 });
    let refusals = 0;
    messaging.takeReceipt = async () => {
      refusals += 1;
      await messaging.bus.request(hideChannel, { body: { channel_id: 80 } });
      throw new AppError('device_service_error');
    };
    await read(id);
    const isDone = async () => {
      await messaging.service.query(`UPDATE messaging.jobs SET due_at = now() WHERE state = 'waiting'`);
      return (await unfinished()) === 0;
    };
    await until(isDone, { describe: 'the job to end' });
    expect(refusals).toBe(1);
  });

  it('finds no conversation of another account or a deleted channel, and leaves it unread', async () => {
    const { id } = await receive(1, { channel_id: 81 });
    expect((await refusal(read(id, 2))).code).toBe('not_found');
    expect(await unreadOf(id)).toBe(1);
    await messaging.bus.request(hideChannel, { body: { channel_id: 81 } });
    expect((await refusal(read(id))).code).toBe('not_found');
    expect((await refusal(read(999_999))).code).toBe('not_found');
    expect(told).toEqual([]);
  });
});
