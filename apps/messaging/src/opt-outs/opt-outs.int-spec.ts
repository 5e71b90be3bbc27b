import { marketingPreferenceChanged } from '@chat/contracts/cloud-connector';
import { toTimestamp } from '@chat/service-kit';
import { until } from '@chat/test-kit';
import { MessagingUnderTest } from '../testing/messaging-under-test';

describe('the opt-outs of an account', () => {
  let messaging: MessagingUnderTest;

  beforeAll(async () => {
    messaging = await MessagingUnderTest.start();
  });

  afterAll(() => messaging.service.stop());

  const tell = (phone: string, opted_out: boolean, at: number, accountId = 1) =>
    messaging.bus.publish(
      marketingPreferenceChanged,
      { channel_id: 1, phone, opted_out, at: toTimestamp(new Date(at)) },
      { accountId },
    );
  const kept = async (accountId = 1) => {
    const rows = await messaging.service.query<{ phone: string; opted_out: boolean }>(
      'SELECT canonical_phone AS phone, opted_out FROM messaging.opt_outs WHERE account_id = $1 ORDER BY 1',
      [accountId],
    );
    return rows.map(({ phone, opted_out }) => `${phone} ${opted_out}`);
  };
  const becomes = (expected: string[], accountId = 1) =>
    until(async () => JSON.stringify(await kept(accountId)) === JSON.stringify(expected), {
      describe: expected.join(', '),
    });

  it('follow the latest word of the person, in whatever order it is heard and however the number is spelt', async () => {
    await tell('5511987654321', false, 2_000);
    await becomes(['551187654321 false']);
    await tell('551187654321', true, 1_000);
    await tell('4915112345678', true, 1_000);
    await becomes(['4915112345678 true', '551187654321 false']);
    await tell('551187654321', true, 3_000);
    await becomes(['4915112345678 true', '551187654321 true']);
  });

  it('are its own', async () => {
    await tell('4915100000009', true, 1_000, 2);
    await becomes(['4915100000009 true'], 2);
    expect(await kept()).not.toContain('4915100000009 true');
  });
});
