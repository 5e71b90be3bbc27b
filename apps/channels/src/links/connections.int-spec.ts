import type { RequestContext } from '@chat/contracts';
import {
  deviceConnected,
  deviceStatusChanged,
  listChannels,
  reportSignsOfLife,
} from '@chat/contracts/channels';
import { logOutSession } from '@chat/contracts/device-sessions';
import { until } from '@chat/test-kit';
import { ChannelsUnderTest } from '../testing/channels-under-test';

const PHONE = '12025550160';

describe('the connection of a Device channel', () => {
  let channels: ChannelsUnderTest;
  let account: RequestContext;
  let accountId: number;

  beforeAll(async () => {
    channels = await ChannelsUnderTest.start();
  });

  afterAll(() => channels.stop());

  beforeEach(async () => {
    await channels.sessions.speak();
    account = channels.newAccount();
    accountId = account.account.id;
  });

  it('follows the events of its session and fires its own events', async () => {
    const { id } = await channels.create(account);
    await channels.sessions.announce(id, 'CONNECTED', { accountId, phone_number: PHONE });
    const connected = await channels.bus.nextEvent(deviceConnected, ({ data }) => data.device.id === id);
    expect(connected).toMatchObject({
      accountid: String(accountId),
      channelid: String(id),
      subject: `channels/${id}`,
      data: { device: { id, phone_number: PHONE, connection_status: 'connected' } },
    });

    await channels.sessions.announce(id, 'BANNED', { accountId, last_error: 'The number is banned.' });
    const lost = await channels.bus.nextEvent(
      deviceStatusChanged,
      ({ data }) => data.device.id === id && data.to_status === 'disconnected',
    );
    expect(lost).toMatchObject({
      channelid: String(id),
      data: { from_status: 'connected', reason: 'banned' },
    });
    expect(lost.entityversion).toBeGreaterThan(connected.entityversion);
    expect(await channels.firedBy(id)).toEqual([
      'connected',
      'pending>connected (connected)',
      'disconnected',
      'connected>disconnected (banned)',
    ]);
  });

  it('is told in the word of its session, where that is more than its status', async () => {
    const { id } = await channels.createConnected(account, PHONE);
    const outdated = { last_error: 'Update the service.', last_error_reason: 'client_outdated' };
    await channels.sessions.announce(id, 'FAILED', { accountId, ...outdated });
    const isIt = ({ data }: { data: { device: { id: number }; to_status: string } }) =>
      data.device.id === id && data.to_status === 'disconnected';
    const { data } = await channels.bus.nextEvent(deviceStatusChanged, isIt);
    expect(data.reason).toBe('client_outdated');
    await expect(channels.poll(id, account)).resolves.toMatchObject(outdated);
  });

  it('fires a transition once when polls and the event detect it concurrently', async () => {
    const { id } = await channels.create(account);
    const snapshot = channels.sessions.move(id, 'CONNECTED', { phone_number: PHONE });
    await Promise.all([
      ...Array.from({ length: 8 }, () => channels.poll(id, account)),
      channels.sessions.publish(snapshot, accountId),
      channels.sessions.publish(snapshot, accountId),
    ]);
    await channels.sessions.announce(id, 'LOGGED_OUT', { accountId });
    await channels.untilStored(id, 'disconnected');
    expect(await channels.firedBy(id)).toEqual([
      'connected',
      'pending>connected (connected)',
      'disconnected',
      'connected>disconnected (logged_out)',
    ]);
  });

  it.each([
    ['of the same owner', { epoch: 3, seq: 4 }],
    ['of a former owner', { epoch: 2, seq: 90 }],
  ])('ignores an older snapshot %s', async (_, older) => {
    const { id } = await channels.create(account);
    channels.sessions.move(id, 'CONNECTED', { phone_number: PHONE, epoch: 3, seq: 5 });
    await channels.poll(id, account);
    channels.sessions.move(id, 'DISCONNECTED', older);
    await expect(channels.poll(id, account)).resolves.toMatchObject({
      connection_status: 'connected',
      device_raw_status: 'CONNECTED',
    });
  });

  it('is not lost while a linked session reconnects', async () => {
    const { id } = await channels.createConnected(account, PHONE);
    channels.sessions.move(id, 'CONNECTING');
    await expect(channels.poll(id, account)).resolves.toMatchObject({ connection_status: 'connected' });
    channels.sessions.move(id, 'CONNECTED');
    await channels.poll(id, account);
    expect(await channels.firedBy(id)).toEqual(['connected', 'pending>connected (connected)']);
  });

  it('is restored when a lost session reconnects', async () => {
    const { id } = await channels.createConnected(account, PHONE);
    channels.sessions.move(id, 'DISCONNECTED');
    await channels.poll(id, account);
    channels.sessions.move(id, 'CONNECTED');
    await expect(channels.poll(id, account)).resolves.toMatchObject({ connection_status: 'connected' });
    expect((await channels.firedBy(id)).slice(-2)).toEqual([
      'connected',
      'disconnected>connected (connected)',
    ]);
  });

  describe('that shows signs of life', () => {
    const at = (second: number) => `2126-02-01T00:00:0${second}.000+00:00`;
    const report = (channel_id: number, second: number, account_id = accountId) =>
      channels.bus.request(reportSignsOfLife, {
        body: {
          sessions: [
            { account_id, channel_id, last_seen_at: at(second), last_heartbeat_at: at(second - 1) },
            { account_id, channel_id: 999_999, last_seen_at: at(9), last_heartbeat_at: null },
          ],
        },
      });
    const find = async (id: number) => {
      const { devices } = await channels.bus.request(listChannels, { query: {} }, account);
      return devices.find((device) => device.id === id)!;
    };

    it('has its times advanced by a report, and never set back', async () => {
      const { id } = await channels.createConnected(account, PHONE);
      const before = await find(id);
      await report(id, 5);
      const after = await find(id);
      expect(after).toEqual({ ...before, last_seen_at: at(5), updated_at: after.updated_at });
      expect(after.updated_at > before.updated_at).toBe(true);
      await report(id, 3);
      expect(await find(id)).toEqual(after);
      await expect(channels.poll(id, account)).resolves.toMatchObject({
        last_seen_at: at(5),
        last_heartbeat_at: at(4),
      });
      expect(await channels.firedBy(id)).toHaveLength(2);
    });

    it('is unchanged when it belongs to another account or is not connected', async () => {
      const connected = await channels.createConnected(account, PHONE);
      const pending = await channels.create(account);
      const before = [await find(connected.id), await find(pending.id)];
      await report(connected.id, 5, accountId + 1);
      await report(pending.id, 5);
      expect([await find(connected.id), await find(pending.id)]).toEqual(before);
    });

    it('is skipped while another transaction holds its row lock', async () => {
      const [one, other] = [await channels.createConnected(account, PHONE), await channels.create(account)];
      channels.sessions.move(other.id, 'CONNECTED', { phone_number: '12025550163' });
      await channels.poll(other.id, account);
      await channels.query('BEGIN');
      await channels.query('SELECT FROM channels.channels WHERE id = $1 FOR UPDATE', [one.id]);
      await report(one.id, 5);
      await report(other.id, 5);
      await channels.query('COMMIT');
      expect((await find(one.id)).last_seen_at).not.toBe(at(5));
      expect((await find(other.id)).last_seen_at).toBe(at(5));
    });
  });

  describe('to a phone whose number another connected channel has', () => {
    it('is refused with the reason, fires no event and logs the session out', async () => {
      const first = await channels.createConnected(account, PHONE);
      const second = await channels.create(account, { phone_number: '12025550161' });
      channels.sessions.move(second.id, 'CONNECTED', { phone_number: PHONE });
      await expect(channels.poll(second.id, account)).resolves.toMatchObject({
        connection_status: 'pending',
        awaiting_link: true,
        phone_number: '12025550161',
        last_error: expect.stringContaining('connected channel already has the number') as string,
        last_error_reason: 'number_in_use',
      });
      await until(async () => (await channels.stored(second.id)).device_raw_status === 'LOGGED_OUT', {
        describe: 'the refused session to be logged out',
      });
      expect(await channels.stored(second.id)).toMatchObject({
        connection_status: 'pending',
        last_error: expect.stringContaining('connected channel already has the number') as string,
        last_error_reason: 'number_in_use',
      });
      expect(await channels.firedBy(second.id)).toEqual([]);
      expect(await channels.stored(first.id)).toMatchObject({ connection_status: 'connected' });
    });

    it.each([
      ['a Cloud channel', '12025550162', '12025550162'],
      ['a channel that has it in the other spelling', '5511987654321', '551187654321'],
    ])('is refused when the other one is %s', async (_, phone, other) => {
      await channels.insertCloud(account, 'connected', other);
      const { id } = await channels.create(account);
      channels.sessions.move(id, 'CONNECTED', { phone_number: phone });
      await expect(channels.poll(id, account)).resolves.toMatchObject({
        connection_status: 'pending',
        phone_number: null,
        last_error: expect.stringContaining('connected channel already has the number') as string,
        last_error_reason: 'number_in_use',
      });
      await until(async () => (await channels.stored(id)).device_raw_status === 'LOGGED_OUT', {
        describe: 'the refused session to be logged out',
      });
    });

    it('is kept when it existed before a Cloud channel connected with the number', async () => {
      const { id } = await channels.createConnected(account, PHONE);
      await channels.insertCloud(account, 'connected', PHONE);
      for (const status of ['CONNECTING', 'CONNECTED'] as const) channels.sessions.move(id, status);
      await expect(channels.poll(id, account)).resolves.toMatchObject({
        connection_status: 'connected',
        last_error: null,
      });
    });

    it('is refused for all but one of the channels that link it concurrently', async () => {
      const made = await Promise.all(Array.from({ length: 4 }, () => channels.create(account)));
      await Promise.all(
        made.map(({ id }) => channels.sessions.announce(id, 'CONNECTED', { accountId, phone_number: PHONE })),
      );
      await until(
        async () => {
          const rows = await channels.query(
            `SELECT 1 FROM channels.channels WHERE account_id = $1 AND device_raw_status = 'LOGGED_OUT'`,
            [accountId],
          );
          return rows.length === 3;
        },
        { describe: 'three links to be refused' },
      );
      const fired: string[] = [];
      for (const { id } of made) fired.push(...(await channels.firedBy(id)));
      expect(fired).toEqual(['connected', 'pending>connected (connected)']);
    });

    it('is logged out once the session service answers again', async () => {
      await channels.createConnected(account, PHONE);
      const { id } = await channels.create(account);
      channels.sessions.fail(logOutSession, 'device_service_error');
      await channels.sessions.announce(id, 'CONNECTED', { accountId, phone_number: PHONE });
      await until(async () => (await channels.stored(id)).last_error !== null, {
        describe: 'the link to be refused',
      });
      await channels.sessions.speak();
      await until(async () => (await channels.stored(id)).device_raw_status === 'LOGGED_OUT', {
        describe: 'the session to be logged out',
      });
    });

    it('is allowed in another account', async () => {
      await channels.createConnected(channels.newAccount(), PHONE);
      const { id } = await channels.createConnected(account, PHONE);
      expect(await channels.stored(id)).toMatchObject({ connection_status: 'connected' });
    });
  });
});
