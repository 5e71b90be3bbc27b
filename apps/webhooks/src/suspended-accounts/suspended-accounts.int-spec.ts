import { accountSuspensionChanged } from '@chat/contracts/gateway';
import { until, type WebhookReceiver } from '@chat/test-kit';
import { WebhooksHarness } from '../testing/webhooks-harness';

let webhooks: WebhooksHarness;
let receiver: WebhookReceiver;
let version: number;

beforeAll(async () => {
  webhooks = await WebhooksHarness.start();
});

afterAll(() => webhooks.stop());

beforeEach(async () => {
  webhooks.accountId += 1;
  version = 0;
  receiver = await webhooks.startReceiver();
});

/** Announces a change of the account, and waits until the service knows it. */
async function announce(isSuspended: boolean, entityVersion = (version += 1)): Promise<void> {
  const { accountId } = webhooks;
  await webhooks.service.bus.publish(
    accountSuspensionChanged,
    { is_suspended: isSuspended },
    { accountId, entity: `accounts/${accountId}`, entityVersion },
  );
  const sql = 'SELECT FROM webhooks.suspended_accounts WHERE account_id = $1 AND version >= $2';
  await until(async () => (await webhooks.service.query(sql, [accountId, entityVersion])).length > 0, {
    describe: 'the change to be known',
  });
}

/** Lanes that no dispatcher will look at. */
const isParked = (webhookId: number) =>
  until(
    async () =>
      (
        await webhooks.service.query('SELECT FROM webhooks.lanes WHERE webhook_id = $1 AND due_at IS NULL', [
          webhookId,
        ])
      ).length > 0,
    { describe: 'the lane to be parked' },
  );

const pendingOf = async (webhookId: number) =>
  (await webhooks.deliveries(webhookId, { per_page: 100 })).map(
    ({ status, attempts }) => `${status} ${attempts}`,
  );

describe('the deliveries of a suspended account', () => {
  it('wait without an attempt while those of others go on, and are sent once each when it resumes', async () => {
    const { webhook } = await webhooks.register(receiver.url);
    const before = await webhooks.publish();
    await webhooks.ended(webhook.id, before.id, 'succeeded');
    await announce(true);
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      ids.push((await webhooks.publish()).id);
      await until(async () => (await pendingOf(webhook.id)).length === count + 2, {
        describe: 'the delivery',
      });
    }
    await isParked(webhook.id);
    const suspended = webhooks.accountId;
    webhooks.accountId += 1_000;
    const other = await webhooks.register(receiver.url);
    await webhooks.ended(other.webhook.id, (await webhooks.publish()).id, 'succeeded');
    webhooks.accountId = suspended;
    expect(await pendingOf(webhook.id)).toEqual([...ids.map(() => 'pending 0'), 'succeeded 1']);

    await announce(false);
    for (const id of ids) await webhooks.ended(webhook.id, id, 'succeeded', 1);
    // They leave in order, several at a time: two that follow each other may arrive the other way round.
    expect(receiver.ids.filter((id) => ids.includes(id)).toSorted()).toEqual(ids.toSorted());
  });

  it('keep what is left of their retries, and their endpoint its five days', async () => {
    receiver.answer = () => ({ status: 500 });
    const { webhook } = await webhooks.register(receiver.url);
    const { id } = await webhooks.publish();
    await webhooks.ended(webhook.id, id, 'pending', 1);
    await webhooks.noted(webhook.id, 1);
    await webhooks.failedFor(webhook.id, '4 days');
    await announce(true);
    await webhooks.failedFor(webhook.id, '40 days');
    await webhooks.passTime();
    await isParked(webhook.id);
    expect(await pendingOf(webhook.id)).toEqual(['pending 1']);
    await announce(false);
    await webhooks.ended(webhook.id, id, 'pending', 2);
    await webhooks.noted(webhook.id, 2);
    expect(await webhooks.endpoint(webhook.id)).toMatchObject({ status: 'active' });
  });

  it('follow the latest change, in whatever order the changes arrive', async () => {
    const { webhook } = await webhooks.register(receiver.url);
    await announce(false, 2);
    await webhooks.service.bus.publish(
      accountSuspensionChanged,
      { is_suspended: true },
      { accountId: webhooks.accountId, entity: `accounts/${webhooks.accountId}`, entityVersion: 1 },
    );
    await announce(false, 3);
    await webhooks.ended(webhook.id, (await webhooks.publish()).id, 'succeeded');
  });
});
