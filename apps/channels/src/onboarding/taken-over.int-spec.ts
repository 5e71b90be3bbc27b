import { listChannels } from '@chat/contracts/channels';
import { AppError } from '@chat/errors';
import { until } from '@chat/test-kit';
import { OnboardingUnderTest, type PlayedSignUp } from '../testing/onboarding-under-test';

/** Simulates a process that died: the connector did its part, but the job's conclusion was never committed. */
describe('a session whose job is restarted', () => {
  let stack: OnboardingUnderTest;

  beforeAll(async () => {
    stack = await OnboardingUnderTest.start();
  });

  afterAll(() => stack.stop());

  const refuse = () => {
    throw new AppError('conflict', { reason: 'number_in_use' });
  };

  it.each<[string, keyof PlayedSignUp, Partial<PlayedSignUp>, string]>([
    ['before its channel is made', 'verify', {}, 'completed'],
    ['while its number is connected', 'connect', {}, 'completed'],
    ['while it is undone', 'abandon', { connect: refuse }, 'failed'],
  ])('still ends with a channel or with nothing: %s', async (_, step, signUp, status) => {
    const account = stack.newAccount({ account_limit: 1 });
    const { session_id } = await stack.create(account);
    let isTaken = false;
    const takeOver = async () => {
      // Invalidates the first claim: its conclusion no longer counts.
      if (isTaken) return;
      isTaken = true;
      await stack.channels.query(
        `UPDATE channels.jobs SET claims = claims + 1, state = 'waiting', due_at = now() WHERE state = 'running'`,
      );
    };
    await stack.finish(session_id, stack.code({ ...signUp, [step]: takeOver }), account);
    const session = await stack.untilEnded(session_id, account);
    expect(session.status).toBe(status);
    const { devices, quota } = await stack.channels.bus.request(listChannels, { query: {} }, account);
    expect(devices).toHaveLength(status === 'completed' ? 1 : 0);
    expect(quota.channels_in_use).toBe(devices.length);
    if (session.device) {
      expect(await stack.channels.firedBy(session.device.id)).toEqual(['pending>connected (connected)']);
    }
    await until(
      async () =>
        (await stack.channels.query(`SELECT FROM channels.jobs WHERE state IN ('waiting', 'running')`))
          .length === 0,
      { describe: 'no job to be left' },
    );
  });
});
