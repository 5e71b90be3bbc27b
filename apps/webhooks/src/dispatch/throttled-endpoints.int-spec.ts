import { setTimeout as delay } from 'node:timers/promises';
import { until } from '@chat/test-kit';
import { WAKE_LANE } from '../lanes/lanes.sql';
import { plantedBody } from '../testing/event-data';
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

describe('a backlog for an endpoint whose responses are too large', () => {
  it('takes turns with the other such endpoints of its account', async () => {
    const calls: number[] = [];
    const register = async (event: string) => {
      const receiver = await webhooks.startReceiver(null);
      const { id: webhookId } = (await webhooks.register(receiver.url, [event])).webhook;
      receiver.answer = () => {
        calls.push(webhookId);
        return TOO_LARGE;
      };
      return webhookId;
    };
    const add = async (webhookId: number, count: number) => {
      await webhooks.service.query(
        `INSERT INTO webhooks.endpoint_deliveries (account_id, webhook_id, event_id, event, payload, status, next_attempt_at)
         SELECT $1, $2, gen_random_uuid(), 'device.connected', '${plantedBody}', 'pending', now() FROM generate_series(1, $3::int)`,
        [webhooks.accountId, webhookId, count],
      );
      await webhooks.service.query(`UPDATE webhooks.lanes l SET ${WAKE_LANE} WHERE webhook_id = $1`, [
        webhookId,
      ]);
    };
    const [flooded, other] = [await register('message.read'), await register('message.sent')];
    await add(flooded, 20);
    await until(() => calls.length >= 2, { describe: 'the first of the backlog' });
    await add(other, 3);
    await until(() => calls.filter((id) => id === other).length === 3, { describe: 'those of the other' });
    expect(calls.length).toBeLessThan(16);
    await until(() => calls.length === 23, { describe: 'the rest of the backlog' });
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
