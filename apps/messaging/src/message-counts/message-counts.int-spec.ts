import {
  countMessages,
  hideChannel,
  messageDelivered,
  messageFailed,
  messageReceived,
  messageSent,
  type MessageCountsQuery,
} from '@chat/contracts/messaging';
import { DataSource } from 'typeorm';
import { refusal, someMessage, testContext, until } from '@chat/test-kit';
import { MessagingUnderTest } from '../testing/messaging-under-test';
import { MessageCountsRepository } from './message-counts.repository';

const outbound = { ...someMessage, direction: 'outbound' as const, source: 'api' as const };
type Insert = (sql: string, values: unknown[]) => Promise<unknown>;

const pricing = { category: 'utility', type: 'regular', model: 'PMP' };

describe('counts of messages', () => {
  let messaging: MessagingUnderTest;
  let accountId = 300;

  beforeAll(async () => {
    messaging = await MessagingUnderTest.start({}, { replicas: 2 });
  });

  afterAll(() => messaging.service.stop());

  beforeEach(() => {
    accountId += 1;
  });

  const insert: Insert = (sql, values) => messaging.service.query(sql, values);
  const tell = (type: typeof messageSent, message: object, query: Insert = insert) => {
    const data = {
      message: { ...someMessage, ...message },
      contact: someMessage.contact,
      conversation_id: 5,
    };
    const event = messaging.bus.eventOf(type, data, { accountId });
    return query(
      'INSERT INTO messaging.outbox (account_id, event_id, subject, document) VALUES ($1, $2, $3, $4)',
      [accountId, event.id, type.subject, JSON.stringify(event)],
    );
  };
  const read = async (query: MessageCountsQuery = {}, account = accountId) =>
    messaging.bus.request(countMessages, { query }, testContext({ accountId: account }));
  const total = async (account = accountId) =>
    (await read({ group_by: 'status' }, account)).usage.reduce((sum, { count }) => sum + count, 0);
  const counted = (count: number) =>
    until(async () => (await total()) === count, { describe: `${count} to be counted` });

  it('tell apart channel, direction, kind, status and category of the price, by hour and day', async () => {
    await tell(messageReceived, {});
    await tell(messageSent, outbound);
    await tell(messageDelivered, { ...outbound, pricing });
    await tell(messageSent, { ...outbound, chat_account_id: 8, type: 'image' });
    await tell(messageFailed, { ...outbound, chat_account_id: 8, type: 'image', status: 'failed' });
    await counted(5);
    const all = 'chat_account_id,direction,type,status,pricing_category';
    const { usage, counted_since } = await read({ group_by: all });
    const day = new Date().toISOString().slice(0, 10);
    expect(usage).toHaveLength(5);
    expect(usage).toContainEqual({
      start: `${day}T00:00:00.000+00:00`,
      chat_account_id: 7,
      direction: 'outbound',
      type: 'text',
      status: 'delivered',
      pricing_category: 'utility',
      count: 1,
    });
    expect(usage).toContainEqual(
      expect.objectContaining({
        chat_account_id: 8,
        type: 'image',
        status: 'failed',
        pricing_category: null,
      }),
    );
    expect(Date.parse(counted_since)).toBeLessThan(Date.now());
    const hours = await read({ granularity: 'hour', group_by: 'status', status: 'sent' });
    expect(hours.usage).toEqual([
      { start: expect.stringMatching(/T\d\d:00:00\.000\+00:00$/) as string, status: 'sent', count: 2 },
    ]);
    expect((await read({ chat_account_id: 8, group_by: 'type' })).usage).toEqual([
      { start: `${day}T00:00:00.000+00:00`, type: 'image', count: 2 },
    ]);
    expect((await read({}, 999)).usage).toEqual([]);
  });

  it('are exact when replicas count at the same time, and when NATS gets the events again', async () => {
    for (let round = 0; round < 3; round += 1)
      await Promise.all(Array.from({ length: 700 }, () => tell(messageSent, outbound)));
    await counted(2_100);
    await messaging.service.query('UPDATE messaging.outbox SET published_at = NULL, stream_sequence = NULL');
    await tell(messageReceived, {});
    await counted(2_101);
    expect((await read({ group_by: 'status', granularity: 'hour' })).usage).toEqual([
      expect.objectContaining({ status: 'received', count: 1 }),
      expect.objectContaining({ status: 'sent', count: 2_100 }),
    ]);
  });

  it('include an event that commits after one that was added later, once', async () => {
    const database = new DataSource({ type: 'postgres', url: messaging.service.databaseUrl });
    await database.initialize();
    const repository = new MessageCountsRepository(database);
    const slow = database.createQueryRunner();
    try {
      await slow.startTransaction();
      await tell(messageSent, outbound, (sql, values) => slow.query(sql, values));
      await tell(messageReceived, {});
      const look = (await repository.lookAhead())!;
      expect(await repository.advance(look, 10)).toBeNull();
      await slow.commitTransaction();
      await counted(2);
      // As a replica that is counting.
      await slow.startTransaction();
      await slow.query('SELECT FROM messaging.counting FOR UPDATE');
      expect(await repository.advance(look, 10)).toBeNull();
      await slow.rollbackTransaction();
    } finally {
      await database.destroy();
    }
  });

  it('stay when the channel and its messages are deleted', async () => {
    const context = testContext({ accountId });
    await tell(messageSent, { ...outbound, chat_account_id: 12 });
    await counted(1);
    await messaging.bus.request(hideChannel, { body: { channel_id: 12 } }, context);
    await messaging.service.query('DELETE FROM messaging.messages WHERE account_id = $1', [accountId]);
    expect((await read({ chat_account_id: 12, group_by: 'chat_account_id' })).usage).toEqual([
      expect.objectContaining({ chat_account_id: 12, count: 1 }),
    ]);
  });

  it('refuse a range that is too long', async () => {
    const { code } = await refusal(read({ since: '2020-01-01T00:00:00Z' }));
    expect(code).toBe('validation_error');
  });
});
