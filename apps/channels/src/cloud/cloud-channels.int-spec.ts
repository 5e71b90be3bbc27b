import type { Plan, RequestContext } from '@chat/contracts';
import {
  connectCloudChannel,
  connectOwnCloudChannel,
  createQr,
  deleteChannel,
  deviceStatusChanged,
  deviceTokenExpiring,
  deviceUpdated,
  getChannelStatus,
  listChannels,
  reconnectChannel,
  type ConnectionStatus,
  type DeviceTokenExpiringData,
} from '@chat/contracts/channels';
import {
  connectNumber,
  numberStatusChanged,
  releaseNumber,
  verifyNumber,
  type NumberSnapshot,
} from '@chat/contracts/cloud-connector';
import { getAccount } from '@chat/contracts/gateway';
import { hideChannel } from '@chat/contracts/messaging';
import { AppError } from '@chat/errors';
import { toTimestamp } from '@chat/service-kit';
import { refusal, until } from '@chat/test-kit';
import { ChannelsUnderTest } from '../testing/channels-under-test';

describe('Cloud channels', () => {
  let channels: ChannelsUnderTest;
  let plans: Map<number, Partial<Plan>>;
  let versions: Map<number, number>;
  let released: number[];
  /** The connector's answer to a connect request. */
  let connect: (channelId: number) => NumberSnapshot;
  let phone: string;

  const snapshot = (channelId: number, change: Partial<NumberSnapshot> = {}): NumberSnapshot => {
    const version = (versions.get(channelId) ?? -1) + 1;
    versions.set(channelId, version);
    return {
      channel_id: channelId,
      status: 'connected',
      version,
      phone_number: phone,
      reason: 'connected',
      last_error: null,
      ...change,
    };
  };

  beforeAll(async () => {
    channels = await ChannelsUnderTest.start();
    plans = new Map();
    await channels.bus.respond(getAccount, ({ body }) => {
      const plan = {
        account_limit: 5,
        device_channels: true,
        cloud_channels: true,
        coexistence: false,
        rate_limit: 120,
      };
      return { account: { id: body.account_id, ...plan, ...plans.get(body.account_id) } as never };
    });
    await channels.bus.respond(verifyNumber, () => ({ phone_number: phone, name: 'Shop' }));
    await channels.bus.respond(connectNumber, ({ body }) => connect(body.channel_id));
    await channels.bus.respond(releaseNumber, ({ body }) => {
      released.push(body.channel_id);
      return {};
    });
    await channels.bus.respond(hideChannel, () => ({}));
  });

  beforeEach(() => {
    versions = new Map();
    released = [];
    connect = (channelId) => snapshot(channelId);
    phone = `49301${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`;
  });

  afterAll(() => channels.stop());

  const bring = ({ account }: RequestContext, change: { coexistence?: boolean } = {}) =>
    channels.bus.request(connectCloudChannel, {
      body: {
        account_id: account.id,
        waba_id: '1001',
        phone_number_id: '2001',
        token: 'secret-token',
        coexistence: false,
        ...change,
      },
    });
  const list = async (context: RequestContext) =>
    (await channels.bus.request(listChannels, { query: {} }, context)).devices;
  /** The former values of when the token of a channel expires, as its events say. */
  const previously = async (id: number) => {
    const rows = await channels.query(
      `SELECT document::json #>> '{data,previous,token_expires_at}' AS former FROM channels.outbox
       WHERE document::json ->> 'type' = $1 AND document::json ->> 'subject' = $2 ORDER BY id`,
      [deviceUpdated.type, `channels/${id}`],
    );
    return rows.map(({ former }) => former as string | null);
  };
  const newAccount = (plan: Partial<Plan> = {}) => {
    const context = channels.newAccount(plan);
    plans.set(context.account.id, plan);
    return context;
  };

  it('are connected immediately, named by the provider, and fire only the status change', async () => {
    const account = newAccount();
    const { device } = await bring(account);
    expect(device).toMatchObject({
      business_name: 'Shop',
      phone_number: phone,
      channel_type: 'cloud',
      effective_channel_type: 'cloud',
      origin: 'cloud',
      connection_status: 'connected',
      is_default: true,
    });
    expect(await channels.firedBy(device.id)).toEqual(['pending>connected (connected)']);
  });

  it('are connected by people in their own account, whose audit log says so without the token', async () => {
    const account = newAccount();
    const body = { waba_id: '1001', phone_number_id: '2001', token: 'secret-token', coexistence: false };
    const { device } = await channels.bus.request(connectOwnCloudChannel, { body }, account);
    expect(await list(account)).toEqual([device]);
    const entries = await channels.query(
      `SELECT document::text FROM channels.outbox WHERE document::json ->> 'accountid' = $1
       AND document::json ->> 'type' = 'channels.audit.recorded'`,
      [String(account.account.id)],
    );
    const document = expect.stringContaining('"action":"channel.connect-cloud"') as string;
    expect(entries).toEqual([{ document }]);
    expect(JSON.stringify(entries)).not.toContain('secret-token');
  });

  it('are renewed by their number, without another slot or event', async () => {
    const account = newAccount({ account_limit: 1 });
    const { device } = await bring(account);
    const renewed = await bring(account);
    expect(renewed.device.id).toBe(device.id);
    expect(await list(account)).toHaveLength(1);
    expect(await channels.firedBy(device.id)).toHaveLength(1);
  });

  it('require the plan and a free slot', async () => {
    expect(await refusal(bring(newAccount({ cloud_channels: false })))).toMatchObject({
      code: 'feature_disabled',
    });
    expect(await refusal(bring(newAccount(), { coexistence: true }))).toMatchObject({
      code: 'feature_disabled',
    });
    expect(await refusal(bring(newAccount({ account_limit: 0 })))).toMatchObject({ code: 'limit_reached' });
  });

  it('leave nothing behind when another account has the number', async () => {
    const account = newAccount({ account_limit: 1 });
    connect = () => {
      throw new AppError('conflict', { reason: 'number_in_use' });
    };
    expect(await refusal(bring(account))).toMatchObject({ code: 'conflict', reason: 'number_in_use' });
    expect(await list(account)).toEqual([]);
    connect = (channelId) => snapshot(channelId);
    expect((await bring(account)).device.is_default).toBe(true);
  });

  it('stay pending after a connection with an unknown outcome, until the next attempt renews them', async () => {
    const account = newAccount({ account_limit: 1 });
    connect = () => {
      throw new Error('broken');
    };
    expect(await refusal(bring(account))).toMatchObject({ code: 'server_error' });
    const [pending] = await list(account);
    connect = (channelId) => snapshot(channelId);
    expect((await bring(account)).device).toMatchObject({ id: pending!.id, connection_status: 'connected' });
  });

  it('follow their number, applying each change once and in version order', async () => {
    const account = newAccount();
    const { device } = await bring(account);
    const { id: accountId } = account.account;
    const lost = snapshot(device.id, {
      status: 'disconnected',
      reason: 'token_invalid',
      last_error: 'Renew it.',
    });
    const back = snapshot(device.id, { reason: 'reconnected' });
    await channels.bus.publish(numberStatusChanged, lost, { accountId });
    await channels.untilStored(device.id, 'disconnected');
    const status = await channels.bus.request(getChannelStatus, { params: { id: device.id } }, account);
    expect(status).toMatchObject({
      ...{ last_error: 'Renew it.', last_error_reason: 'token_invalid' },
      ...{ device_raw_status: null, awaiting_link: false },
    });

    await channels.bus.publish(numberStatusChanged, back, { accountId });
    await channels.untilStored(device.id, 'connected');
    await channels.bus.publish(numberStatusChanged, lost, { accountId });
    const marker = snapshot(device.id, { last_error: 'marker' });
    await channels.bus.publish(numberStatusChanged, marker, { accountId });
    await until(async () => (await channels.stored(device.id)).last_error === 'marker', {
      describe: 'the marker',
    });
    expect(await channels.firedBy(device.id)).toEqual([
      'pending>connected (connected)',
      'connected>disconnected (token_invalid)',
      'disconnected>connected (reconnected)',
    ]);
    const event = await channels.bus.nextEvent(
      deviceStatusChanged,
      ({ data }) => data.reason === 'token_invalid',
    );
    expect(event.data).toMatchObject({
      device: { id: device.id },
      from_status: 'connected',
      to_status: 'disconnected',
    });
  });

  it('show how far the business app has shared the history of their number, without firing events', async () => {
    const account = newAccount();
    const { device } = await bring(account);
    const statusOf = () => channels.bus.request(getChannelStatus, { params: { id: device.id } }, account);
    expect((await statusOf()).sync).toBeNull();
    const sync = {
      status: 'running' as const,
      progress: 40,
      contacts_at: null,
      expires_at: '2026-02-01T10:20:30.000+00:00',
      completed_at: null,
      error: null,
    };
    const { id: accountId } = account.account;
    await channels.bus.publish(numberStatusChanged, snapshot(device.id, { sync }), { accountId });
    const isShown = async () => (await statusOf()).sync !== null;
    await until(isShown, { describe: 'the sync to be shown' });
    expect((await statusOf()).sync).toEqual(sync);
    expect((await list(account))[0]).toEqual(device);
    expect(await channels.firedBy(device.id)).toEqual(['pending>connected (connected)']);
  });

  it('show when their token expires, and tell when that changes', async () => {
    const account = newAccount();
    const { device } = await bring(account);
    const { id: accountId } = account.account;
    const shown = async () => (await list(account))[0]!.token_expires_at;
    expect(await shown()).toBeNull();
    const [first, second] = ['2026-02-01T10:20:30.000+00:00', '2026-04-01T10:20:30.000+00:00'];
    const tell = (change: Partial<NumberSnapshot>) =>
      channels.bus.publish(numberStatusChanged, snapshot(device.id, change), { accountId });
    await tell({ token_expires_at: first });
    await tell({ token_expires_at: second });
    // As a connector of an earlier release would tell.
    await tell({ last_error: 'marker' });
    await until(async () => (await channels.stored(device.id)).last_error === 'marker', {
      describe: 'the marker',
    });
    expect(await shown()).toBe(second);
    await tell({ token_expires_at: null });
    await until(async () => (await shown()) === null, { describe: 'the end to be gone' });
    expect(await previously(device.id)).toEqual([null, first, second]);
    expect(await channels.firedBy(device.id)).toEqual(['pending>connected (connected)']);
  });

  it('tell 14, 7 and 1 days ahead that their token expires, once each', async () => {
    const account = newAccount({ account_limit: 20 });
    const ids: number[] = [];
    /** A channel whose token expires in so many days, and what was told of it before. */
    const expiring = async (
      days: number,
      told: number | null = null,
      status: ConnectionStatus = 'connected',
    ) => {
      const id = await channels.insertCloud(account, status, `4930500${ids.length}00001`);
      ids.push(id);
      await channels.query(
        `UPDATE channels.channels SET token_expires_at = now() + $2 * interval '1 day', token_notice = $3 WHERE id = $1`,
        [id, days, told],
      );
      return id;
    };
    await expiring(14.1);
    const early = await expiring(13.9);
    await expiring(13.9, 14);
    const week = await expiring(6.9, 14);
    const late = await expiring(3);
    const last = await expiring(0.9, 7);
    await expiring(0.9, 1);
    await expiring(-0.1);
    await expiring(3, null, 'disconnected');
    const noticesOf = async () => {
      const rows = await channels.query(
        `SELECT id::int, token_notice FROM channels.channels WHERE id = ANY ($1) ORDER BY id`,
        [ids],
      );
      return rows.map(({ token_notice: notice }) => notice as number | null);
    };
    await Promise.all([channels.startReplica(), channels.startReplica()]);
    const told = [null, 14, 14, 7, 7, 1, 1, null, null];
    await until(async () => JSON.stringify(await noticesOf()) === JSON.stringify(told), {
      describe: 'the notices',
    });
    const rows = await channels.query(
      `SELECT document::json AS event FROM channels.outbox WHERE document::json ->> 'type' = $1
       AND document::json ->> 'accountid' = $2`,
      [deviceTokenExpiring.type, String(account.account.id)],
    );
    const events = rows.map(({ event }) => (event as { data: DeviceTokenExpiringData }).data);
    expect(events.map(({ device }) => device.id).toSorted((one, other) => one - other)).toEqual(
      [early, week, late, last].toSorted((one, other) => one - other),
    );
    for (const { device, expires_at } of events) expect(device.token_expires_at).toBe(expires_at);

    // A renewal is told of anew.
    const inSixtyDays = toTimestamp(new Date(Date.now() + 60 * 86_400_000));
    const renewal = { token_expires_at: inSixtyDays };
    await channels.bus.publish(numberStatusChanged, snapshot(early, renewal), {
      accountId: account.account.id,
    });
    await until(async () => (await noticesOf())[1] === null, { describe: 'the renewal' });
  });

  it('refuse linking codes and resets', async () => {
    const account = newAccount();
    const { device } = await bring(account);
    const input = { params: { id: device.id } };
    expect(await refusal(channels.bus.request(createQr, input, account))).toMatchObject({
      code: 'invalid_channel_type',
    });
    expect(await refusal(channels.bus.request(reconnectChannel, input, account))).toMatchObject({
      code: 'invalid_channel_type',
    });
  });

  it('release their number when they are deleted', async () => {
    const account = newAccount();
    const { device } = await bring(account);
    await channels.bus.request(deleteChannel, { params: { id: device.id } }, account);
    expect(released).toEqual([device.id]);
    expect(await list(account)).toEqual([]);
  });
});
