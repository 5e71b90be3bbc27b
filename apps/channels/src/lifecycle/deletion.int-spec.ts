import type { RequestContext } from '@chat/contracts';
import { channelDeleted, deleteChannel, getChannelStatus, listChannels } from '@chat/contracts/channels';
import { logOutSession } from '@chat/contracts/device-sessions';
import { hideChannel, type HideChannel } from '@chat/contracts/messaging';
import { refusal } from '@chat/test-kit';
import { ChannelsUnderTest } from '../testing/channels-under-test';

describe('deleting a channel', () => {
  let channels: ChannelsUnderTest;
  let messaging: { unsubscribe(): void };
  const hidden: number[] = [];
  const onHide = ({ body }: { body: HideChannel }) => {
    hidden.push(body.channel_id);
    return {};
  };

  beforeAll(async () => {
    channels = await ChannelsUnderTest.start();
    messaging = await channels.bus.respond(hideChannel, onHide);
  });

  afterAll(() => channels.stop());
  afterEach(() => channels.sessions.speak());

  const remove = (id: number, context: RequestContext) =>
    channels.bus.request(deleteChannel, { params: { id } }, context);
  const list = (context: RequestContext) => channels.bus.request(listChannels, { query: {} }, context);

  it('frees its slot, hides its data in messaging before the reply, and publishes the deletion', async () => {
    const account = channels.newAccount({ account_limit: 1 });
    const { id } = await channels.create(account);
    await expect(remove(id, account)).resolves.toEqual({
      deleted: true,
      channel_type: 'device',
      quota_restored: true,
      device_id: id,
    });
    expect(hidden).toContain(id);
    expect((await list(account)).quota).toMatchObject({ account_limit_remaining: 1, channels_in_use: 0 });
    const event = await channels.bus.nextEvent(channelDeleted, ({ data }) => data.channel_id === id);
    expect(event).toMatchObject({ accountid: String(account.account.id), subject: `channels/${id}` });
  });

  it('leaves no trace of the name or the number', async () => {
    const account = channels.newAccount();
    const { id } = await channels.create(account, { phone_number: '12025550140' });
    await remove(id, account);
    expect(await channels.stored(id)).toEqual({});
    expect(await refusal(channels.poll(id, account))).toMatchObject({ code: 'not_found' });
  });

  it('restores no slot on an unlimited plan', async () => {
    const account = channels.newAccount({ account_limit: -1 });
    const { id } = await channels.create(account);
    await expect(remove(id, account)).resolves.toMatchObject({ quota_restored: false });
  });

  it('logs a connected device out first, which fires the events of its disconnection', async () => {
    const account = channels.newAccount();
    const { id } = await channels.createConnected(account, '12025550141');
    await remove(id, account);
    expect(channels.sessions.logOuts).toContainEqual({ channel_id: id, reason: null });
    expect((await channels.firedBy(id)).slice(-2)).toEqual([
      'disconnected',
      'connected>disconnected (logged_out)',
    ]);
  });

  it('continues when the session cannot be logged out', async () => {
    const account = channels.newAccount();
    const { id } = await channels.create(account);
    channels.sessions.fail(logOutSession, 'device_service_error');
    await expect(remove(id, account)).resolves.toMatchObject({ deleted: true });
  });

  it('continues when the device-sessions service does not answer', async () => {
    const account = channels.newAccount();
    const { id } = await channels.create(account);
    await channels.sessions.fallSilent();
    await expect(remove(id, account)).resolves.toMatchObject({ deleted: true });
  });

  it('continues when the messaging service does not answer: the event purges the messages later', async () => {
    const account = channels.newAccount();
    const { id } = await channels.create(account);
    messaging.unsubscribe();
    await expect(remove(id, account)).resolves.toMatchObject({ deleted: true });
    await channels.bus.nextEvent(channelDeleted, ({ data }) => data.channel_id === id);
    messaging = await channels.bus.respond(hideChannel, onHide);
  });

  it('deletes a Cloud channel without a log-out', async () => {
    const account = channels.newAccount();
    await channels.create(account);
    const id = await channels.insertCloud(account, 'connected', '12025550142');
    await expect(remove(id, account)).resolves.toMatchObject({ channel_type: 'cloud', device_id: id });
    expect(channels.sessions.logOuts.map(({ channel_id }) => channel_id)).not.toContain(id);
  });

  it('passes the default on to the remaining channel with the lowest id', async () => {
    const account = channels.newAccount();
    const [first, second, third] = [
      await channels.create(account),
      await channels.create(account),
      await channels.create(account),
    ];
    await remove(first.id, account);
    const afterFirst = await list(account);
    expect(afterFirst.devices.map(({ id, is_default }) => [id, is_default])).toEqual([
      [second.id, true],
      [third.id, false],
    ]);
    await remove(third.id, account);
    expect((await list(account)).devices).toMatchObject([{ id: second.id, is_default: true }]);
  });

  it('makes the next new channel the default when the last one was deleted', async () => {
    const account = channels.newAccount();
    const { id } = await channels.create(account);
    await remove(id, account);
    expect(await channels.create(account)).toMatchObject({ is_default: true });
  });

  it('happens once under concurrent requests', async () => {
    const account = channels.newAccount();
    const [{ id }] = [await channels.create(account), await channels.create(account)];
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => remove(id, account)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await list(account)).quota.channels_in_use).toBe(1);
  });

  it.each([
    ['an unknown channel', () => 999_999],
    ["another account's channel", async () => (await channels.create(channels.newAccount())).id],
  ])('answers not_found for %s', async (_, findId) => {
    const id = await findId();
    expect(await refusal(remove(id, channels.newAccount()))).toMatchObject({ code: 'not_found' });
    expect(hidden).not.toContain(id);
  });

  it('makes later events of the session ineffective', async () => {
    const account = channels.newAccount();
    const { id } = await channels.create(account);
    const other = await channels.create(account);
    await remove(id, account);
    await channels.sessions.announce(id, 'CONNECTED', { accountId: account.account.id });
    await channels.sessions.announce(other.id, 'CONNECTED', { accountId: account.account.id });
    await channels.untilStored(other.id, 'connected');
    expect(await channels.firedBy(id)).toEqual([]);
    expect(await refusal(channels.bus.request(getChannelStatus, { params: { id } }, account))).toMatchObject({
      code: 'not_found',
    });
  });
});
