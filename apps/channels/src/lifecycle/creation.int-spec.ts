import { createChannel, listChannels, type CreateChannel, deleteChannel } from '@chat/contracts/channels';
import { resetSession } from '@chat/contracts/device-sessions';
import type { Plan, RequestContext } from '@chat/contracts';
import { refusal } from '@chat/test-kit';
import { ChannelsUnderTest } from '../testing/channels-under-test';

describe('creating a channel', () => {
  let channels: ChannelsUnderTest;

  beforeAll(async () => {
    channels = await ChannelsUnderTest.start();
  });

  afterAll(() => channels.stop());
  afterEach(() => channels.sessions.speak());

  const request = (context: RequestContext, body: Partial<CreateChannel> = {}) =>
    channels.bus.request(createChannel, { body: { name: 'Sales', ...body } }, context);
  const list = (context: RequestContext) => channels.bus.request(listChannels, { query: {} }, context);

  it('answers 201 with a pending Device channel, and makes the first one of an account its default', async () => {
    const account = channels.newAccount();
    const body = { name: '  Sales ', phone_number: '12025550123' };
    const { status, body: text } = await channels.reply(createChannel, { body }, account);
    const { device, ...rest } = JSON.parse(text) as { device: { id: number } };
    expect(status).toBe(201);
    expect(rest).toEqual({ reused: false, message: expect.stringContaining('QR code') as string });
    expect(device).toEqual({
      id: device.id,
      business_name: 'Sales',
      phone_number: '12025550123',
      channel_type: 'device',
      effective_channel_type: 'device',
      origin: 'device',
      connection_status: 'pending',
      is_default: true,
      last_seen_at: null,
      quality_rating: null,
      messaging_limit: null,
      name_status: null,
      token_expires_at: null,
      created_at: expect.stringMatching(/\+00:00$/) as string,
      updated_at: expect.stringMatching(/\+00:00$/) as string,
    });
    await expect(request(account)).resolves.toMatchObject({ device: { is_default: false } });
  });

  it.each([
    ['a plan without device channels', 'feature_disabled', {}, { device_channels: false }],
    ['type cloud', 'unsupported_type', { type: 'cloud' }, {}],
    ['an unknown type', 'unsupported_type', { type: 'sms' }, {}],
    ['a type in upper case', 'unsupported_type', { type: 'DEVICE' }, {}],
    ['an empty type', 'unsupported_type', { type: '' }, {}],
    ['a type of 10,000 characters', 'unsupported_type', { type: 't'.repeat(10_000) }, {}],
    ['a number that cannot exist', 'validation_error', { phone_number: '0000000000' }, {}],
    ['a number with other characters', 'validation_error', { phone_number: '+12025550123' }, {}],
    ['a name of 51 characters', 'validation_error', { name: 'n'.repeat(51) }, {}],
    ['a name of white space', 'validation_error', { name: '  ' }, {}],
    ['a plan without slots', 'limit_reached', {}, { account_limit: 0 }],
  ])('refuses %s with %s', async (_, code, body, plan) => {
    const account = channels.newAccount(plan);
    expect(await refusal(request(account, body))).toMatchObject({ code });
    expect((await list(account)).devices).toEqual([]);
  });

  const connected = '12025550131';
  const fullWith = async (plan: Partial<Plan>) => {
    const account = channels.newAccount({ account_limit: 1 });
    await channels.createConnected(account, connected);
    return { ...account, account: { ...account.account, plan: { ...account.account.plan, ...plan } } };
  };

  it.each([
    ['an unsupported type', 'unsupported_type', { type: 'sms', phone_number: connected }],
    ['an impossible number', 'validation_error', { phone_number: '0000000000' }],
    ['a number that is connected', 'feature_disabled', { phone_number: connected }],
  ])('answers %s with %s before it checks quota and state', async (_, code, body) => {
    const account = await fullWith({ device_channels: false });
    expect(await refusal(request(account, body))).toMatchObject({ code });
  });

  it('checks the quota before the state of the channel with that number', async () => {
    const account = await fullWith({});
    expect(await refusal(request(account, { phone_number: connected }))).toMatchObject({
      code: 'limit_reached',
    });
    const larger = await fullWith({ account_limit: 2 });
    expect(await refusal(request(larger, { phone_number: connected }))).toMatchObject({
      code: 'duplicate_device',
    });
  });

  it('allows at most 1,000 channels per account, whatever its plan, even under concurrent requests', async () => {
    const account = channels.newAccount({ account_limit: -1 });
    await channels.create(account);
    await channels.query('UPDATE channels.account_quotas SET channels_in_use = 998 WHERE account_id = $1', [
      account.account.id,
    ]);
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => request(account)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await refusal(request(account))).toMatchObject({
      code: 'limit_reached',
      message: expect.stringContaining('1000 channels') as string,
    });
    expect((await list(account)).quota.account_limit_remaining).toBe(-1);
  });

  it('counts the characters of a name, not its code units', async () => {
    const name = '🙂'.repeat(50);
    expect(await channels.create(channels.newAccount(), { name })).toMatchObject({ business_name: name });
  });

  it('accepts exactly as many of 20 concurrent requests as the plan has slots', async () => {
    const account = channels.newAccount({ account_limit: 5 });
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => request(account)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    const { devices, quota } = await list(account);
    expect(devices).toHaveLength(5);
    expect(devices.filter(({ is_default }) => is_default)).toHaveLength(1);
    expect(quota).toMatchObject({ account_limit_remaining: 0, channels_in_use: 5 });
  });

  it('creates one channel for concurrent requests with the same number', async () => {
    const account = channels.newAccount();
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => request(account, { phone_number: '12025550124' })),
    );
    expect(new Set(outcomes.map(({ device }) => device.id)).size).toBe(1);
    expect(outcomes.filter(({ reused }) => !reused)).toHaveLength(1);
    expect((await list(account)).quota.channels_in_use).toBe(1);
  });

  describe('with the number of another channel', () => {
    it('reuses a pending one with 200 under the new name, even when no slot is free', async () => {
      const account = channels.newAccount({ account_limit: 1 });
      const { id } = await channels.create(account, { phone_number: '12025550125' });
      const body = { name: 'Support', phone_number: '12025550125' };
      const { status, body: text } = await channels.reply(createChannel, { body }, account);
      expect(status).toBe(200);
      expect(JSON.parse(text)).toMatchObject({
        reused: true,
        device: { id, business_name: 'Support', connection_status: 'pending' },
      });
    });

    it('finds it by the other spelling and keeps the stored spelling', async () => {
      const account = channels.newAccount();
      const { id } = await channels.create(account, { phone_number: '5511987654321' });
      await expect(request(account, { phone_number: '551187654321' })).resolves.toMatchObject({
        reused: true,
        device: { id, phone_number: '5511987654321' },
      });
    });

    it('stores the international form of a number with a trunk prefix and finds it by either form', async () => {
      const account = channels.newAccount();
      const { device } = await request(account, { phone_number: '4407911123456' });
      expect(device.phone_number).toBe('447911123456');
      for (const phone_number of ['447911123456', '4407911123456']) {
        await expect(request(account, { phone_number })).resolves.toMatchObject({
          reused: true,
          device: { id: device.id },
        });
      }
    });

    it('resets a disconnected one to pending first', async () => {
      const account = channels.newAccount();
      const { id } = await channels.createConnected(account, '12025550126');
      channels.sessions.move(id, 'LOGGED_OUT');
      await channels.poll(id, account);
      const answer = await request(account, { name: 'Support', phone_number: '12025550126' });
      expect(answer).toMatchObject({
        reused: true,
        device: { id, business_name: 'Support', connection_status: 'pending' },
      });
      expect(channels.sessions.resets).toContain(id);
      expect((await channels.firedBy(id)).at(-1)).toBe('disconnected>pending (reset)');
    });

    it('leaves a disconnected one unchanged when its session cannot be reset', async () => {
      const account = channels.newAccount();
      const { id } = await channels.createConnected(account, '12025550127');
      channels.sessions.move(id, 'LOGGED_OUT');
      await channels.poll(id, account);
      channels.sessions.fail(resetSession, 'server_error');
      const body = { name: 'Support', phone_number: '12025550127' };
      expect(await refusal(request(account, body))).toMatchObject({ code: 'device_service_error' });
      expect(await channels.stored(id)).toMatchObject({
        business_name: 'Sales',
        connection_status: 'disconnected',
      });
    });

    it('refuses a connected one', async () => {
      const account = channels.newAccount();
      await channels.createConnected(account, '12025550128');
      expect(await refusal(request(account, { phone_number: '12025550128' }))).toMatchObject({
        code: 'duplicate_device',
      });
    });

    it('creates another if it is deleted meanwhile', async () => {
      const account = channels.newAccount();
      const { id } = await channels.createConnected(account, '12025550131');
      channels.sessions.move(id, 'LOGGED_OUT');
      await channels.poll(id, account);
      channels.sessions.afterLook(id, () => channels.bus.request(deleteChannel, { params: { id } }, account));
      const answer = await request(account, { phone_number: '12025550131' });
      expect(answer).toMatchObject({ reused: false, device: { connection_status: 'pending' } });
      expect(answer.device.id).not.toBe(id);
    });

    it('refuses one that is stored as disconnected and turns out to be connected', async () => {
      const account = channels.newAccount();
      const { id } = await channels.createConnected(account, '12025550129');
      channels.sessions.move(id, 'DISCONNECTED');
      await channels.poll(id, account);
      channels.sessions.move(id, 'CONNECTED');
      expect(await refusal(request(account, { phone_number: '12025550129' }))).toMatchObject({
        code: 'duplicate_device',
      });
      expect(await channels.stored(id)).toMatchObject({ connection_status: 'connected' });
    });

    it('does not see the channels of another account', async () => {
      await channels.createConnected(channels.newAccount(), '12025550130');
      await expect(request(channels.newAccount(), { phone_number: '12025550130' })).resolves.toMatchObject({
        reused: false,
      });
    });
  });
});
