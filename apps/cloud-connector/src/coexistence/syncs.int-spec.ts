import { numberStatusChanged, sendThroughCloud } from '@chat/contracts/cloud-connector';
import { refusal, until } from '@chat/test-kit';
import { newSend } from '../testing/cloud-connector-under-test';
import { CoexistenceUnderTest, threadOf } from '../testing/coexistence-under-test';

const CUSTOMER = '4915100000777';

describe('a number that stays in the business app', () => {
  let stack: CoexistenceUnderTest;

  beforeAll(async () => {
    stack = await CoexistenceUnderTest.start();
  });

  beforeEach(() => stack.playWell());

  afterEach(() => stack.connector.deliver({ hold: false, shuffle: false, duplicate: false, batch: 1_000 }));

  afterAll(() => stack.connector.stop());

  it('is asked for its contacts and then its history, each once, even if it is renewed', async () => {
    const { number, channelId } = await stack.newNumber();
    await stack.connector.deliver({ hold: true });
    const { sync } = await stack.connect(channelId, number);
    expect(sync).toMatchObject({ status: 'requested', progress: 0, completed_at: null, error: null });
    await stack.asked(number);
    expect(await stack.requestsOf(number)).toEqual([{ contacts: true, history: true, is_in_order: true }]);
    const renewed = await stack.connect(channelId, number);
    expect(renewed.sync).toEqual(sync);
    expect(await stack.jobs('request-sync', channelId)).toBe(1);
  });

  it('never needs a PIN, and does not keep one that is given', async () => {
    const { number, channelId } = await stack.newNumber();
    await stack.connect(channelId, number, { pin: '123456' });
    const rows = (await stack.sandbox.rows('SELECT pin FROM sandbox.cloud_numbers WHERE digits = $1', [
      number.digits,
    ])) as { pin: string | null }[];
    expect(rows).toEqual([{ pin: null }]);
  });

  it('treats a request as done when its answer was lost', async () => {
    const { number, channelId } = await stack.newNumber();
    await stack.connect(channelId, number);
    await stack.asked(number);
    const isDone = async () =>
      (
        await stack.connector.query(
          `SELECT FROM cloud_connector.jobs WHERE type = 'request-sync' AND state <> 'done'`,
        )
      ).length === 0;
    await until(isDone, { describe: 'the requests to be done' });
    const [row] = await stack.connector.query<{ beganat: string }>(
      `SELECT sync->>'beganAt' AS beganat FROM cloud_connector.numbers WHERE channel_id = $1`,
      [channelId],
    );
    // Simulates a crash before the request was recorded as done.
    await stack.connector.query(
      `UPDATE cloud_connector.jobs SET state = 'waiting', due_at = now(), data = $1
       WHERE id = (SELECT max(id) FROM cloud_connector.jobs WHERE type = 'request-sync')`,
      [JSON.stringify({ channelId, beganAt: row!.beganat, kind: 'smb_app_state_sync' })],
    );
    await until(isDone, { describe: 'the requests to be done again' });
    await stack.share(number, { threads: [threadOf(CUSTOMER, 3)] });
    await until(() => stack.messagesOf(channelId).length === 3, { describe: 'the history' });
    const syncs = stack.bus.events(numberStatusChanged).filter(({ data }) => data.channel_id === channelId);
    expect(syncs.map(({ data }) => data.sync!.error).filter((error) => error !== null)).toEqual([]);
  });

  it('is asked again after the provider has limited its calls, and a final refusal then still counts', async () => {
    const refuse = (call: object) => stack.sandbox.call('PUT', '/faults', { mode: 'error', ...call });
    const limited = { match: { call: 'smb_app_data' }, code: 80_008 };
    const { number, channelId } = await stack.newNumber();
    await refuse(limited);
    await stack.share(number, { threads: [threadOf(CUSTOMER, 1)] });
    await stack.connect(channelId, number);
    await stack.completes(channelId);

    const late = await stack.newNumber();
    await refuse(limited);
    await stack.sandbox.query(
      `UPDATE sandbox.cloud_numbers SET onboarded_at = now() - interval '25 hours' WHERE digits = $1`,
      [late.number.digits],
    );
    await stack.connect(late.channelId, late.number);
    const failed = await stack.becomes(late.channelId, ({ status }) => status === 'failed', 'failed');
    expect(failed.error).toMatch(/does not share/);
  });

  it('shows why the provider does not share, and shares after another onboarding', async () => {
    const { number, channelId } = await stack.newNumber();
    const age = (hours: number) =>
      stack.sandbox.query(
        `UPDATE sandbox.cloud_numbers SET onboarded_at = now() - $2 * interval '1 hour' WHERE digits = $1`,
        [number.digits, hours],
      );
    await age(25);
    await stack.connect(channelId, number);
    const refused = await stack.becomes(channelId, ({ status }) => status === 'failed', 'failed');
    expect(refused.error).toMatch(/24 hours/);
    await age(0);
    expect((await stack.connect(channelId, number)).sync).toMatchObject({ status: 'requested', error: null });
    await stack.share(number, { threads: [threadOf(CUSTOMER, 1)] });
    await stack.completes(channelId);
  });

  it('shows that the business declined to share its history', async () => {
    const { number, channelId } = await stack.newNumber();
    await stack.share(number, { history_declined: true });
    await stack.connect(channelId, number);
    await stack.becomes(channelId, ({ status }) => status === 'declined', 'declined');
  });

  it('fails when the day ends before everything arrived, and resumes when the rest arrives after all', async () => {
    const { number, channelId } = await stack.newNumber();
    await stack.connector.deliver({ hold: true });
    await stack.share(number, { threads: [threadOf(CUSTOMER, 2)] });
    await stack.connect(channelId, number);
    await stack.asked(number);
    await stack.connector.query(
      `UPDATE cloud_connector.jobs SET due_at = now()
       WHERE type = 'end-sync' AND (data::jsonb->>'channelId')::int = $1`,
      [channelId],
    );
    const failed = await stack.becomes(channelId, ({ status }) => status === 'failed', 'failed');
    expect(failed.error).toMatch(/24 hours/);
    await stack.connector.deliver({ hold: false });
    await stack.completes(channelId);
    expect(stack.messagesOf(channelId)).toHaveLength(2);
  });

  it.each([
    ['blocks the number', 131016, { code: 'capability_error', reason: 'sync_in_progress', retryable: true }],
    ['refuses the message', 131009, { code: 'validation_error' }],
  ])(
    'reports the sync as the reason only while it runs, when the provider %s',
    async (_, code, whileSyncing) => {
      const { number, channelId } = await stack.newNumber();
      await stack.connector.deliver({ hold: true });
      await stack.share(number, { threads: [threadOf(CUSTOMER, 1)] });
      await stack.connect(channelId, number);
      await stack.asked(number);
      const send = async () => {
        const body = newSend({ channel_id: channelId, to: CUSTOMER });
        await stack.connector.phones.setFault({
          match: { reference: String(body.message_id) },
          mode: 'error',
          code,
        });
        const deadline = Date.now() + 3_000;
        return refusal(stack.bus.request(sendThroughCloud, { body: { ...body, deadline } }));
      };
      expect(await send()).toMatchObject({ ...whileSyncing, provider: { code: String(code) } });
      await stack.connector.deliver({ hold: false });
      await stack.completes(channelId);
      expect((await send()).reason).not.toBe('sync_in_progress');
    },
  );
});
