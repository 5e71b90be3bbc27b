import { deviceConnector, deviceMessageReceived } from '@chat/contracts/device-sessions';
import { refusal, until } from '@chat/test-kit';
import {
  BUSINESS,
  CUSTOMER,
  startDeviceSessions,
  type DeviceSessionsUnderTest,
} from '../testing/device-sessions-under-test';

/** What is specific to phones: their network knows single messages only. */
describe('the messages that a channel has read', () => {
  let stack: DeviceSessionsUnderTest;

  beforeAll(async () => {
    stack = await startDeviceSessions();
    await stack.link(7, BUSINESS);
  });

  afterAll(() => stack.stop());

  const write = async (person: string, text: string) => {
    const id = await stack.phones.write(person, { to: BUSINESS, text });
    await stack.bus.nextEvent(deviceMessageReceived, ({ data }) => data.chat_message_id === id);
    return id;
  };
  const read = (chat_message_id: string) =>
    stack.bus.request(deviceConnector.read, { body: { channel_id: 7, chat_message_id } });
  const isShownAsRead = async (person: string, ids: string[]) => {
    const chats = await stack.phones.chats(person);
    return ids.map((id) => chats.find(({ chat_message_id }) => chat_message_id === id)!.read_at !== null);
  };
  const stored = async (id: string) =>
    (
      await stack.query<{ is_read: boolean }>(
        'SELECT read_at IS NOT NULL AS is_read FROM device_sessions.received WHERE chat_message_id = $1',
        [id],
      )
    )[0]!.is_read;

  it('are told one by one, up to the newest, and those of others are not', async () => {
    const ids = [await write(CUSTOMER, 'one'), await write(CUSTOMER, 'two'), await write(CUSTOMER, 'three')];
    const other = await write('4915100000003', 'other');
    await read(ids[1]!);
    expect(await isShownAsRead(CUSTOMER, ids)).toEqual([true, true, false]);
    expect(await isShownAsRead('4915100000003', [other])).toEqual([false]);
    expect(await Promise.all(ids.map(stored))).toEqual([true, true, false]);
  });

  it('include those under the other name of the person', async () => {
    const person = '4915100000077';
    const byNumber = await write(person, 'by number');
    await stack.phones.setPhone(person, { hidden: true });
    const byId = await write(person, 'by id');
    await stack.phones.setPhone(person, { hidden: false });
    const byBoth = await write(person, 'by both');
    await read(byBoth);
    expect(await isShownAsRead(person, [byNumber, byId, byBoth])).toEqual([true, true, true]);
  });

  it('include those under the number when the newest is by the id alone', async () => {
    const person = '4915100000078';
    const byNumber = await write(person, 'by number');
    await stack.phones.setPhone(person, { hidden: true });
    await write(person, 'makes the id known');
    await stack.phones.setPhone(person, { hidden: false });
    const byBoth = await write(person, 'by both');
    await stack.phones.setPhone(person, { hidden: true });
    const byId = await write(person, 'by id');
    await read(byId);
    expect(await isShownAsRead(person, [byNumber, byBoth, byId])).toEqual([true, true, true]);
  });

  it('of the release before are told too', async () => {
    const id = await write(CUSTOMER, 'of the release before');
    await stack.query('UPDATE device_sessions.received SET phone = NULL WHERE chat_message_id = $1', [id]);
    await read(id);
    expect(await isShownAsRead(CUSTOMER, [id])).toEqual([true]);
  });

  it('are told however many they are', async () => {
    const newest = await write(CUSTOMER, 'the newest');
    await stack.query(
      `INSERT INTO device_sessions.received (account_id, channel_id, from_phone, chat_message_id, phone, number)
       OVERRIDING SYSTEM VALUE SELECT 1, 7, $1, 'OLD' || n, $1, -n FROM generate_series(1, 2500) AS n`,
      [CUSTOMER],
    );
    await read(newest);
    const unread = await stack.query(
      'SELECT FROM device_sessions.received WHERE from_phone = $1 AND read_at IS NULL',
      [CUSTOMER],
    );
    expect(unread).toEqual([]);
    expect(await isShownAsRead(CUSTOMER, [newest])).toEqual([true]);
  });

  it('stay unread here until the network took it', async () => {
    const id = await write(CUSTOMER, 'unacknowledged');
    await stack.phones.silenceLine(BUSINESS, 30_000);
    expect(await refusal(read(id))).toMatchObject({ code: 'device_service_error', retryable: true });
    expect(await stored(id)).toBe(false);
    await stack.phones.silenceLine(BUSINESS, 0);
    await until(() => read(id).catch(() => null), { describe: 'the line to carry again' });
    expect(await isShownAsRead(CUSTOMER, [id])).toEqual([true]);
  });

  it('that nobody knows any more need no telling', async () => {
    await read('UNHEARD-OF');
  });
});
