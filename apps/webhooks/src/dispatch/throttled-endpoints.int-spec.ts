import { setTimeout as delay } from 'node:timers/promises';
import { until } from '@chat/test-kit';
import { WebhooksHarness } from '../testing/webhooks-harness';
import { DUE_LANES } from './dispatch.repository';
import { REST_MS } from './throttle';

const TOO_LARGE = { status: 200, body: 'x'.repeat(100_000) };

let webhooks: WebhooksHarness;

beforeAll(async () => {
  webhooks = await WebhooksHarness.start({ WEBHOOK_TIMEOUT_MS: '60000' });
});

afterAll(() => webhooks.stop());

beforeEach(() => {
  webhooks.accountId += 1;
});

/** Publishes events and waits until all of their deliveries to the endpoint have succeeded. */
async function deliver(webhookId: number, count: number): Promise<void> {
  const events = await Promise.all(Array.from({ length: count }, () => webhooks.publish()));
  await Promise.all(events.map(({ id }) => webhooks.ended(webhookId, id, 'succeeded', 1)));
}

describe('an endpoint whose response is too large', () => {
  it('gets one request at a time from then on, and still gets all its deliveries', async () => {
    const receiver = await webhooks.startReceiver();
    const { webhook } = await webhooks.register(receiver.url);
    let underWay = 0;
    let mostUnderWay = 0;
    receiver.answer = async () => {
      underWay += 1;
      mostUnderWay = Math.max(mostUnderWay, underWay);
      await delay(50);
      underWay -= 1;
      return TOO_LARGE;
    };
    await deliver(webhook.id, 1);
    await deliver(webhook.id, 5);
    expect(mostUnderWay).toBe(1);
  });
});

describe('endpoints of one account whose responses are too large', () => {
  it('take turns, with a rest after the start of each request', async () => {
    let calls: number[] = [];
    const webhookIds: number[] = [];
    for (let count = 0; count < 3; count += 1) {
      const receiver = await webhooks.startReceiver();
      const { id: webhookId } = (await webhooks.register(receiver.url)).webhook;
      receiver.answer = () => {
        calls.push(webhookId);
        return TOO_LARGE;
      };
      webhookIds.push(webhookId);
    }
    const event = await webhooks.publish();
    for (const webhookId of webhookIds) await webhooks.ended(webhookId, event.id, 'succeeded');

    calls = [];
    const startedAtMs = performance.now();
    await Promise.all(Array.from({ length: 4 }, () => webhooks.publish()));
    await until(() => calls.length === 12, { describe: 'all webhooks' });
    expect(new Set(calls.slice(0, 6))).toEqual(new Set(webhookIds));
    // Without turns the endpoints would get their requests beside each other, without any rest.
    expect(performance.now() - startedAtMs).toBeGreaterThan(11 * REST_MS);
  });
});

describe('a round', () => {
  it('skips lanes that rest, so that they do not take the places of others', async () => {
    await webhooks.service.query(
      `INSERT INTO webhooks.lanes (account_id, webhook_id, due_at, failures)
       SELECT 1000, 100000 + id, now(), (id % 2) * 5 FROM generate_series(1, 4) AS id`,
    );
    const values = [0, [], [100_001, 100_002], 10, []];
    const lanes = await webhooks.service.query<{ webhookId: number }>(DUE_LANES, values);
    const ids = lanes.map(({ webhookId }) => webhookId).filter((id) => id > 100_000);
    expect(ids.toSorted()).toEqual([100_003, 100_004]);
    await webhooks.service.query('DELETE FROM webhooks.lanes WHERE webhook_id > 100000');
  });
});
