import type { ConnectorSend, InboundData } from '@chat/contracts/connector';
import {
  deviceConnector,
  deviceMessageReceipts,
  deviceMessageReceived,
  sendThroughDevice,
} from '@chat/contracts/device-sessions';
import { until } from '@chat/test-kit';
import {
  BUSINESS,
  CUSTOMER,
  newSend,
  startDeviceSessions,
  type DeviceSessionsUnderTest,
} from '../testing/device-sessions-under-test';

describe('a message from a phone', () => {
  let stack: DeviceSessionsUnderTest;

  beforeAll(async () => {
    stack = await startDeviceSessions();
    await stack.link(7, BUSINESS);
    await stack.phones.setPhone(CUSTOMER, { name: 'Ana' });
  });

  afterAll(() => stack.stop());

  const received = (text: string) =>
    stack.bus.nextEvent(deviceMessageReceived, ({ data }) => textOf(data) === text);

  it('becomes an event', async () => {
    const chatMessageId = await stack.phones.write(CUSTOMER, { to: BUSINESS, text: 'Hi' });
    const event = await received('Hi');
    expect(event.channelid).toBe('7');
    expect(event.data).toEqual({
      channel_id: 7,
      chat_message_id: chatMessageId,
      from: CUSTOMER,
      name: 'Ana',
      content: { type: 'text', text: 'Hi' },
      sent_at: expect.stringMatching(/\+00:00$/) as string,
    });
  });

  it('is redelivered when it could not be stored, and stays ahead of the messages that followed it', async () => {
    await stack.query('ALTER TABLE device_sessions.received RENAME TO unreachable');
    await stack.phones.write(CUSTOMER, { to: BUSINESS, text: 'first' });
    await stack.phones.write(CUSTOMER, { to: BUSINESS, text: 'second' });
    await stack.reaches(7, 'CONNECTING');
    await stack.query('ALTER TABLE device_sessions.unreachable RENAME TO received');

    const [first, second] = [await received('first'), await received('second')];
    expect(first.entityversion).toBeLessThan(second.entityversion);
    const texts = stack.bus.events(deviceMessageReceived).map(({ data }) => textOf(data));
    expect(texts).toEqual(['Hi', 'first', 'second']);
  });

  it('is stored whatever id its sender chose, and does not block the messages behind it', async () => {
    const id = 'é'.repeat(5_000);
    await stack.sandbox.query(
      `INSERT INTO sandbox.deliveries (link_id, content)
       SELECT id, jsonb_build_object('type', 'message', 'id', $1::text, 'from', $2::text, 'push_name', NULL,
         'text', 'hostile', 'sent_at_ms', 0) FROM sandbox.links WHERE unlinked_at IS NULL`,
      [id, CUSTOMER],
    );
    // The network delivers it at the next login.
    await stack.phones.disconnect(BUSINESS);
    await stack.phones.write(CUSTOMER, { to: BUSINESS, text: 'behind it' });
    expect((await received('hostile')).data.chat_message_id).toBe(id.slice(0, 200));
    await received('behind it');
  });

  it('fires no second event when it was stored but not confirmed', async () => {
    // Its record exists before it is handled.
    await whileLocked(stack, 'received', async () => {
      const chatMessageId = await stack.phones.write(CUSTOMER, { to: BUSINESS, text: 'once' });
      await stack.query(
        `INSERT INTO device_sessions.received (account_id, channel_id, from_phone, chat_message_id)
         VALUES (1, 7, $1, $2)`,
        [CUSTOMER, chatMessageId],
      );
    });
    await stack.phones.write(CUSTOMER, { to: BUSINESS, text: 'after it' });
    await received('after it');
    expect(stack.bus.events(deviceMessageReceived).map(({ data }) => textOf(data))).not.toContain('once');
  });
});

describe('concurrent arrivals', () => {
  const CHANNELS = [11, 12, 13, 14, 15, 16, 17, 18, 19, 20];
  const phoneOf = (channelId: number) => `49151000002${channelId}`;
  let stack: DeviceSessionsUnderTest;

  beforeAll(async () => {
    stack = await startDeviceSessions();
    for (const channelId of CHANNELS) await stack.link(channelId, phoneOf(channelId));
  });

  afterAll(() => stack.stop());

  const write = (channelId: number, text: string) =>
    stack.phones.write(CUSTOMER, { to: phoneOf(channelId), text });
  const send = (body: ConnectorSend) => stack.bus.request(sendThroughDevice, { body });
  const isReceived = (text: string) =>
    stack.bus.nextEvent(deviceMessageReceived, ({ data }) => textOf(data) === text);

  it('are stored together, in the order of each chat', async () => {
    await whileLocked(stack, 'received', async () => {
      for (const round of [1, 2, 3]) {
        await Promise.all(CHANNELS.map((channelId) => write(channelId, `${channelId} says ${round}`)));
      }
      // The network answers after its deliveries, so all of them have arrived.
      await Promise.all(CHANNELS.map((channel_id) => send(newSend({ channel_id }))));
    });
    for (const channelId of CHANNELS) {
      await isReceived(`${channelId} says 3`);
      const own = stack.bus.events(deviceMessageReceived).filter(({ data }) => data.channel_id === channelId);
      expect(own.map(({ data }) => textOf(data))).toEqual(
        [1, 2, 3].map((round) => `${channelId} says ${round}`),
      );
      const numbers = own.map(({ entityversion }) => entityversion);
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    }
    const [rows] = await stack.query<{ messages: number; transactions: number }>(
      `SELECT count(*)::integer AS messages, count(DISTINCT xmin::text)::integer AS transactions
       FROM device_sessions.received`,
    );
    expect(rows!.messages).toBe(30);
    expect(rows!.transactions).toBeLessThanOrEqual(10);
  });

  it('share receipt events, in which each receipt names its message', async () => {
    const sends = CHANNELS.map(() => newSend({ channel_id: 11 }));
    await Promise.all(sends.map((body) => send(body)));
    const chat_message_id = await write(11, 'to be read');
    await isReceived('to be read');
    await whileLocked(stack, 'sends', async () => {
      await stack.phones.openChat(CUSTOMER, phoneOf(11));
      // The network answers after the receipts, so they have arrived.
      await stack.bus.request(deviceConnector.read, { body: { channel_id: 11, chat_message_id } });
    });
    const ids = sends.map(({ message_id }) => message_id);
    const read = () =>
      stack.bus
        .events(deviceMessageReceipts)
        .map(({ data }) =>
          data.receipts.filter(({ level, message_id }) => level === 'read' && ids.includes(message_id)),
        )
        .filter((receipts) => receipts.length > 0);
    await until(() => read().flat().length >= ids.length, { describe: 'all to be read' });
    const told = read().flat();
    expect(told.map(({ message_id }) => message_id).toSorted((a, b) => a - b)).toEqual(ids);
    expect(read().length).toBeLessThan(sends.length / 2);
  });

  it('are stored even if one of the sessions has another owner by now', async () => {
    await whileLocked(stack, 'received', async () => {
      await write(11, 'before');
      await stack.query('UPDATE device_sessions.sessions SET epoch = epoch + 1 WHERE channel_id = 12');
      await Promise.all([12, 13, 14].map((channelId) => write(channelId, `${channelId} goes on`)));
    });
    await isReceived('13 goes on');
    await isReceived('14 goes on');
    const texts = stack.bus.events(deviceMessageReceived).map(({ data }) => textOf(data));
    expect(texts).not.toContain('12 goes on');
  });
});

/** Locks the table during the work, so that nothing that arrives meanwhile is stored in it. */
async function whileLocked(
  stack: DeviceSessionsUnderTest,
  table: 'received' | 'sends',
  work: () => Promise<unknown>,
): Promise<void> {
  await stack.query('BEGIN');
  await stack.query(`LOCK device_sessions.${table}`);
  await work();
  await stack.query('COMMIT');
}

const textOf = ({ content }: InboundData) => (content.type === 'text' ? content.text : null);
