import { createChannel, deleteChannel, listChannels } from '@chat/contracts/channels';
import { usageOperations } from '@chat/contracts/limits';
import type { RequestContext } from '@chat/contracts';
import { AppError } from '@chat/errors';
import { refusal, until } from '@chat/test-kit';
import { OnboardingUnderTest } from '../testing/onboarding-under-test';

const wrongPin = () => {
  throw new AppError('conflict', { reason: 'wrong_pin' });
};

describe('an onboarding session', () => {
  let stack: OnboardingUnderTest;

  beforeAll(async () => {
    stack = await OnboardingUnderTest.start({ PUBLIC_BASE_URL: 'https://chat.example.com/api/' });
  });

  afterAll(() => stack.stop());

  const quotaOf = async (context: RequestContext) =>
    (await stack.channels.bus.request(listChannels, { query: {} }, context)).quota.channels_in_use;
  const devicesOf = async (context: RequestContext) =>
    (await stack.channels.bus.request(listChannels, { query: {} }, context)).devices;

  describe('when it is created', () => {
    it('is pending for 30 minutes, at a URL of the hosted pages', async () => {
      const account = stack.newAccount();
      const session = await stack.create(account);
      expect(session).toEqual({
        session_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        mode: 'cloud',
        hosted_url: `https://chat.example.com/api/onboarding/${session.session_id}`,
        expires_at: expect.any(String) as string,
        status: 'pending',
      });
      const minutes = (Date.parse(session.expires_at) - Date.now()) / 60_000;
      expect(minutes).toBeGreaterThan(28);
      expect(minutes).toBeLessThan(31);
      expect(await stack.get(session.session_id, account)).toEqual({
        session_id: session.session_id,
        mode: 'cloud',
        status: 'pending',
        expires_at: session.expires_at,
        completed_at: null,
        error: null,
      });
    });

    it('lists the allowed hosts when it refuses a return URL', async () => {
      const refused = await refusal(
        stack.create(stack.newAccount(), { return_url: 'https://evil.example.com/' }),
      );
      expect(refused).toMatchObject({ code: 'return_url_not_allowed', allowed_hosts: stack.hosts });
    });

    it('lets people return to the host of the installation, where the console is', async () => {
      const own = { return_url: 'https://chat.example.com/api/console/channels' };
      expect(await stack.create(stack.newAccount(), own)).toMatchObject({ status: 'pending' });
    });

    it('is refused with another spelling of that host, or another port', async () => {
      for (const host of ['chat.example.com:444', 'chat.example.com.', 'chat.example.com@crm.test']) {
        const elsewhere = { return_url: `https://${host}/api/console/channels` };
        expect(await refusal(stack.create(stack.newAccount(), elsewhere))).not.toBeNull();
      }
    });

    it.each([
      ['plain http elsewhere than on the own machine', { return_url: 'http://crm.example.com/' }],
      ['no URL', { return_url: 'crm.example.com' }],
      ['a state of 129 characters', { state: 'x'.repeat(129) }],
      ['an unknown mode', { mode: 'device' as never }],
    ])('refuses %s', async (_, body) => {
      expect(await refusal(stack.create(stack.newAccount(), body))).toMatchObject({
        code: 'validation_error',
        errors: { [Object.keys(body)[0]!]: [expect.any(String)] },
      });
    });

    it('requires Cloud channels in the plan, coexistence for that mode, and a free slot', async () => {
      const refusedWith = async (plan: object, body = {}) =>
        (await refusal(stack.create(stack.newAccount(plan), body))).code;
      expect(await refusedWith({ cloud_channels: false })).toBe('feature_disabled');
      expect(await refusedWith({ coexistence: false }, { mode: 'coexistence' })).toBe('feature_disabled');
      expect(await refusedWith({ account_limit: 0 })).toBe('limit_reached');
    });

    it('is one of at most so many pending ones as the account may have, however many are asked for at once', async () => {
      const account = stack.newAccount();
      const limit = { account_id: account.account.id, limit: 'onboarding_sessions', max: 3 } as const;
      await stack.channels.bus.request(usageOperations('channels').setLimit, { body: limit });
      const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => stack.create(account)));
      const sessions = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      expect(sessions).toHaveLength(3);
      expect(await refusal(stack.create(account))).toMatchObject({
        code: 'limit_reached',
        reason: 'onboarding_sessions',
      });
      await stack.fail(sessions[0]!.session_id, account);
      await stack.create(account);
    });

    it('cannot be read or opened by another account', async () => {
      const { session_id } = await stack.create(stack.newAccount());
      const stranger = stack.newAccount();
      expect((await refusal(stack.get(session_id, stranger))).code).toBe('not_found');
      const calls = [
        () => stack.view(session_id, stranger),
        () => stack.finish(session_id, stack.code(), stranger),
        () => stack.fail(session_id, stranger),
        () => stack.givePin(session_id, '123456', stranger),
      ];
      for (const call of calls) expect((await refusal(call())).code).toBe('account_mismatch');
    });
  });

  describe('when the provider’s sign-up ends', () => {
    it('completes with a connected channel, and sends the person back with the outcome and nothing else', async () => {
      const account = stack.newAccount();
      const { session_id } = await stack.create(account, {
        return_url: 'https://crm.example.com/done?keep=1&status=forged',
        state: 'mine',
      });
      await stack.finish(session_id, stack.code(), account);
      const { device, ...session } = await stack.untilEnded(session_id, account);
      expect(session).toMatchObject({ status: 'completed', completed_at: expect.any(String) as string });
      expect(device).toMatchObject({ connection_status: 'connected', origin: 'cloud', is_default: true });
      expect(await stack.channels.firedBy(device!.id)).toEqual(['pending>connected (connected)']);
      const { location } = await stack.view(session_id, account);
      expect(Object.fromEntries(new URL(location!).searchParams)).toEqual({
        keep: '1',
        session_id,
        status: 'completed',
        state: 'mine',
        device_id: String(device!.id),
      });
    });

    it('continues with one code, however many are submitted', async () => {
      const account = stack.newAccount();
      const { session_id } = await stack.create(account);
      const [first, second] = [stack.code(), stack.code()];
      await Promise.all([first, first, second].map((code) => stack.finish(session_id, code, account)));
      await stack.untilEnded(session_id, account);
      await stack.finish(session_id, stack.code(), account);
      expect(await devicesOf(account)).toHaveLength(1);
      const connected = stack.calls.filter((call) =>
        [`connect ${first}`, `connect ${second}`].includes(call),
      );
      expect(connected).toHaveLength(1);
    });

    it('stays open for another attempt, and says why, when the code is refused', async () => {
      const account = stack.newAccount();
      const { session_id } = await stack.create(account);
      await stack.finish(session_id, 'replayed', account);
      expect(await stack.view(session_id, account)).toMatchObject({
        step: 'sign-up',
        advice: expect.stringMatching(/already finished/) as string,
      });
      await stack.finish(session_id, stack.code(), account);
      expect((await stack.untilEnded(session_id, account)).status).toBe('completed');
    });

    it('stays open without a number, and holds no slot', async () => {
      const account = stack.newAccount({ account_limit: 1 });
      const { session_id } = await stack.create(account);
      const code = stack.code({
        verify: () => {
          throw new AppError('capability_error', { reason: 'no_number' });
        },
      });
      await stack.finish(session_id, code, account);
      await until(async () => (await stack.view(session_id, account)).advice !== null, {
        describe: 'advice',
      });
      expect(await stack.view(session_id, account)).toMatchObject({
        step: 'sign-up',
        advice: expect.stringMatching(/without a number/) as string,
      });
      expect(await quotaOf(account)).toBe(0);
    });

    it('fails when the provider reports a failure', async () => {
      const account = stack.newAccount();
      const { session_id } = await stack.create(account, { state: 's' });
      await stack.fail(session_id, account);
      expect(await stack.get(session_id, account)).toMatchObject({
        status: 'failed',
        completed_at: null,
        error: { code: 'sign_up_failed', message: expect.any(String) as string },
      });
      const { location } = await stack.view(session_id, account);
      expect(new URL(location!).search).toBe(`?session_id=${session_id}&status=failed&state=s`);
    });

    it('renews the channel that the account has with the number, which needs no slot', async () => {
      const account = stack.newAccount({ account_limit: 2 });
      const [one, other] = [await stack.create(account), await stack.create(account)];
      const phone = '4930999000111';
      await stack.finish(one.session_id, stack.code({ phone }), account);
      const { device } = await stack.untilEnded(one.session_id, account);
      await stack.channels.bus.request(createChannel, { body: { name: 'Phone' } }, account);
      await stack.finish(other.session_id, stack.code({ phone }), account);
      expect((await stack.untilEnded(other.session_id, account)).device?.id).toBe(device!.id);
      expect(await quotaOf(account)).toBe(2);
    });

    it('gives the last slot to one of two sessions, and undoes the other', async () => {
      const account = stack.newAccount({ account_limit: 1 });
      const sessions = [await stack.create(account), await stack.create(account)];
      await Promise.all(sessions.map(({ session_id }) => stack.finish(session_id, stack.code(), account)));
      const ended = await Promise.all(
        sessions.map(({ session_id }) => stack.untilEnded(session_id, account)),
      );
      expect(ended.map(({ status }) => status).sort()).toEqual(['completed', 'failed']);
      expect(ended.find(({ status }) => status === 'failed')?.error?.code).toBe('limit_reached');
      expect(await quotaOf(account)).toBe(1);
    });
  });

  describe('when the number cannot be connected right away', () => {
    it.each([
      ['another account has it', new AppError('conflict', { reason: 'number_in_use' }), 'number_in_use'],
      [
        'its account is restricted',
        new AppError('capability_error', { reason: 'account_restricted' }),
        'account_restricted',
      ],
    ])('fails, leaves no channel and undoes everything: %s', async (_, error, code) => {
      const account = stack.newAccount({ account_limit: 1 });
      const { session_id } = await stack.create(account);
      let channelId = 0;
      const connect = (id: number) => {
        channelId = id;
        throw error;
      };
      await stack.finish(session_id, stack.code({ connect }), account);
      expect(await stack.untilEnded(session_id, account)).toMatchObject({
        status: 'failed',
        error: { code },
      });
      expect(await devicesOf(account)).toEqual([]);
      expect(await quotaOf(account)).toBe(0);
      expect(stack.abandoned).toContainEqual(expect.objectContaining({ channel_id: channelId }));
    });

    it('keeps the channel that it created if another session has connected it meanwhile', async () => {
      const account = stack.newAccount();
      const [one, other] = [await stack.create(account), await stack.create(account)];
      const phone = '4930999000222';
      const connect = async () => {
        await stack.finish(other.session_id, stack.code({ phone }), account);
        await stack.untilEnded(other.session_id, account);
        throw new AppError('capability_error', { reason: 'account_restricted' });
      };
      await stack.finish(one.session_id, stack.code({ phone, connect }), account);
      await until(async () => (await stack.step(one.session_id)) === 'failed', {
        describe: 'the first session to be undone',
      });
      const { device } = await stack.get(other.session_id, account);
      expect(await devicesOf(account)).toMatchObject([{ id: device!.id, connection_status: 'connected' }]);
      expect(await quotaOf(account)).toBe(1);
      expect(stack.abandoned.filter(({ channel_id }) => channel_id === device!.id)).toEqual([]);
    });

    it('checks the plan again at the end', async () => {
      const account = stack.newAccount();
      const { session_id } = await stack.create(account);
      stack.changePlan(account, { cloud_channels: false });
      await stack.finish(session_id, stack.code(), account);
      expect(await stack.untilEnded(session_id, account)).toMatchObject({
        status: 'failed',
        error: { code: 'feature_disabled' },
      });
    });

    it('asks for a PIN three times, holding no slot meanwhile', async () => {
      const account = stack.newAccount({ account_limit: 1 });
      const { session_id } = await stack.create(account);
      await stack.finish(session_id, stack.code({ connect: wrongPin }), account);
      for (const left of [3, 2, 1]) {
        await stack.untilShown(session_id, 'pin', account);
        expect((await stack.view(session_id, account)).pins_left).toBe(left);
        expect(await quotaOf(account)).toBe(0);
        await stack.givePin(session_id, '000000', account);
      }
      expect(await stack.untilEnded(session_id, account)).toMatchObject({
        status: 'failed',
        error: { code: 'wrong_pin' },
      });
    });

    it('completes with the right PIN', async () => {
      const account = stack.newAccount();
      const { session_id } = await stack.create(account);
      let isRight = false;
      const code = stack.code({ connect: () => (isRight ? undefined : wrongPin()) });
      await stack.finish(session_id, code, account);
      await stack.untilShown(session_id, 'pin', account);
      isRight = true;
      await Promise.all([1, 2].map(() => stack.givePin(session_id, '123456', account)));
      expect((await stack.untilEnded(session_id, account)).status).toBe('completed');
      expect(stack.calls).toContain(`pin 123456 ${code}`);
    });

    it('fails when its channel is deleted while the number is connected', async () => {
      const account = stack.newAccount();
      const { session_id } = await stack.create(account);
      const connect = async (id: number) => {
        await stack.channels.bus.request(deleteChannel, { params: { id } }, account).catch(() => undefined);
      };
      await stack.finish(session_id, stack.code({ connect }), account);
      expect(await stack.untilEnded(session_id, account)).toMatchObject({
        status: 'failed',
        error: { code: 'channel_deleted' },
      });
      expect(await quotaOf(account)).toBe(0);
    });

    it('retries while the provider is unreachable, and fails after ten minutes', async () => {
      const account = stack.newAccount();
      const { session_id } = await stack.create(account);
      const verify = () => {
        throw new AppError('provider_error', { reason: 'provider_unreachable' });
      };
      await stack.finish(session_id, stack.code({ verify }), account);
      expect(await stack.step(session_id)).toBe('connecting');
      await stack.age(session_id, '11 minutes');
      expect(await stack.untilEnded(session_id, account)).toMatchObject({
        status: 'failed',
        error: { code: 'provider_unreachable' },
      });
    });
  });

  describe('after its expiry time', () => {
    it('is expired, for the client and for the person', async () => {
      const account = stack.newAccount();
      const { session_id } = await stack.create(account);
      await stack.age(session_id, '31 minutes');
      expect((await stack.get(session_id, account)).status).toBe('expired');
      const { step, location } = await stack.view(session_id, account);
      expect({ step, search: new URL(location!).search }).toEqual({
        step: 'ended',
        search: `?session_id=${session_id}&status=expired`,
      });
      await stack.fail(session_id, account);
      expect((await stack.get(session_id, account)).status).toBe('expired');
    });

    it('can still be completed by a person who was in the sign-up', async () => {
      const account = stack.newAccount();
      const { session_id } = await stack.create(account);
      await stack.age(session_id, '40 minutes');
      await stack.finish(session_id, stack.code(), account);
      await until(async () => (await stack.get(session_id, account)).status === 'completed', {
        describe: 'the late end',
      });
      expect((await stack.get(session_id, account)).device?.connection_status).toBe('connected');
    });

    it('can no longer be completed an hour after it began', async () => {
      const account = stack.newAccount();
      const { session_id } = await stack.create(account);
      await stack.age(session_id, '61 minutes');
      await stack.finish(session_id, stack.code(), account);
      expect((await stack.get(session_id, account)).status).toBe('expired');
    });
  });
});
