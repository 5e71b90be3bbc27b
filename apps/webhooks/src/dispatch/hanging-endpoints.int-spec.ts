import { until } from '@chat/test-kit';
import { plantedBody } from '../testing/event-data';
import { wakeLanes } from '../testing/time';
import { WebhooksHarness } from '../testing/webhooks-harness';

let webhooks: WebhooksHarness;

beforeAll(async () => {
  webhooks = await WebhooksHarness.start({ WEBHOOK_TIMEOUT_MS: '60000' });
});

afterAll(() => webhooks.stop());

describe('endpoints that hang', () => {
  it('leave room for others, however many of them a few accounts have', async () => {
    const receiver = await webhooks.startReceiver();
    const hanging = await webhooks.startReceiver();
    hanging.answer = () => new Promise(() => undefined);
    const first = webhooks.accountId + 1;
    for (let account = 0; account < 11; account += 1) {
      webhooks.accountId += 1;
      for (let registered = 0; registered < 100; registered += 20)
        await Promise.all(Array.from({ length: 20 }, () => webhooks.register(hanging.url)));
    }
    await webhooks.service.query(
      `INSERT INTO webhooks.endpoint_deliveries (account_id, webhook_id, event_id, event, payload, status, next_attempt_at)
       SELECT account_id, id, gen_random_uuid(), 'device.connected', '${plantedBody}', 'pending', now()
       FROM webhooks.endpoints, generate_series(1, 5) WHERE account_id >= $1`,
      [first],
    );
    await wakeLanes(webhooks.service);
    await until(() => hanging.received.length >= 200, { describe: 'requests to those that hang' });

    for (let count = 0; count < 10; count += 1) {
      webhooks.accountId += 1;
      await webhooks.register(receiver.url);
    }
    const last = webhooks.accountId;
    for (let count = 0; count < 30; count += 1) {
      webhooks.accountId = last - (count % 10);
      const event = await webhooks.publish();
      await until(() => receiver.ids.includes(event.id), { describe: 'the event of another account' });
    }
    expect(hanging.received.length).toBeLessThan(700);
  }, 180_000);
});
