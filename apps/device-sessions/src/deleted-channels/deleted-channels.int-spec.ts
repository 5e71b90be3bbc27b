import { channelDeleted } from '@chat/contracts/channels';
import {
  claimSession,
  getSession,
  getSessionQr,
  sendThroughDevice,
  settleDeviceSend,
} from '@chat/contracts/device-sessions';
import { ChannelMarks, refusal, until } from '@chat/test-kit';
import {
  BUSINESS,
  CUSTOMER,
  newSend,
  startDeviceSessions,
  type DeviceSessionsUnderTest,
} from '../testing/device-sessions-under-test';

describe('a deleted channel', () => {
  let stack: DeviceSessionsUnderTest;
  let marks: ChannelMarks;

  beforeAll(async () => {
    stack = await startDeviceSessions({}, { DEVICE_LEASE_MS: '4000' });
    marks = new ChannelMarks(stack, 'device_sessions');
  });

  afterAll(() => stack.stop());

  const deleteChannel = (channelId: number) =>
    stack.bus.publish(channelDeleted, { channel_id: channelId }, { entity: `channels/${channelId}` });
  const tables = ['sessions', 'session_keys', 'sends', 'received', 'people'] as const;
  const count = async (table: (typeof tables)[number], channelId: number) =>
    (await stack.query(`SELECT FROM device_sessions.${table} WHERE channel_id = $1`, [channelId])).length;
  const countAll = (channelId: number) => Promise.all(tables.map((table) => count(table, channelId)));
  const rowsOf = async (channelId: number) =>
    (await countAll(channelId)).reduce((sum, rows) => sum + rows, 0);
  const isPurged = (channelId: number) =>
    until(async () => (await rowsOf(channelId)) === 0, { describe: `channel ${channelId} to be purged` });

  it('loses its session, keys, sends, received messages and people, while other channels keep theirs', async () => {
    await stack.link(7, BUSINESS);
    await stack.link(8, '4915100000008');
    await stack.bus.request(sendThroughDevice, { body: newSend() });
    await stack.query(
      `INSERT INTO device_sessions.received (account_id, channel_id, from_phone, chat_message_id)
       VALUES (1, 7, $1, 'in-1')`,
      [CUSTOMER],
    );
    for (const channelId of [7, 8]) {
      await stack.query(
        `INSERT INTO device_sessions.people (account_id, channel_id, phone, address, has_written)
         VALUES (1, $1, '551187654321', '551187654321', true)`,
        [channelId],
      );
      await stack.query(
        `INSERT INTO device_sessions.session_keys SELECT 1, $1, 'pre-key', n, '' FROM generate_series(1, 2500) AS n`,
        [channelId],
      );
    }
    await deleteChannel(7);
    await isPurged(7);
    expect(await countAll(8)).toEqual([1, 2_500, 0, 0, 1]);
    await until(async () => !(await stack.bus.request(claimSession, { body: { channel_id: 7 } })).claimed, {
      describe: 'the owner to let go',
    });
    await stack.reaches(8, 'CONNECTED');
  });

  it('keeps nothing of what people write while it is deleted', async () => {
    const phone = '4915100000011';
    await stack.link(11, phone);
    let isGone = false;
    const writing = (async () => {
      // A number of several spellings, which is remembered.
      while (!isGone) await stack.phones.write('551187654321', { to: phone, text: 'Hi' });
    })();
    await until(async () => (await count('received', 11)) > 0, { describe: 'the first message' });
    await deleteChannel(11);
    const hasLetGo = async () =>
      !(await stack.bus.request(claimSession, { body: { channel_id: 11 } })).claimed;
    await until(hasLetGo, { describe: 'the owner to let go' });
    isGone = true;
    await writing;
    await isPurged(11);
    await marks.rests(11);
    expect(await countAll(11)).toEqual([0, 0, 0, 0, 0]);
  });

  it('gets no new session from a late request', async () => {
    await deleteChannel(9);
    await marks.rests(9);
    const ref = { body: { channel_id: 9 } };
    expect((await refusal(stack.bus.request(getSession, ref))).code).toBe('not_found');
    expect(await stack.bus.request(claimSession, ref)).toEqual({ claimed: false });
    expect((await refusal(stack.bus.request(getSessionQr, ref))).code).toBe('service_unavailable');
    expect(await count('sessions', 9)).toBe(0);
  });

  it('has the record of a late settlement purged', async () => {
    await deleteChannel(10);
    await marks.rests(10);
    const settlement = { body: { channel_id: 10, message_id: newSend().message_id } };
    expect((await stack.bus.request(settleDeviceSend, settlement)).outcome).toBe('refused');
    expect(await count('sends', 10)).toBe(1);
    await marks.takeTurn(10);
    await isPurged(10);
  });
});
