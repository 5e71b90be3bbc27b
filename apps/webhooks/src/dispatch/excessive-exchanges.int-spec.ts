import { setTimeout as delay } from 'node:timers/promises';
import { until } from '@chat/test-kit';
import { WAKE_LANE } from '../lanes/lanes.sql';
import { plantedBody } from '../testing/event-data';
import { WebhooksHarness } from '../testing/webhooks-harness';

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

async function isProven(webhookId: number): Promise<boolean> {
  const sql = 'SELECT is_proven AS proven FROM webhooks.endpoints WHERE id = $1';
  return (await webhooks.service.query<{ proven: boolean }>(sql, [webhookId]))[0]!.proven;
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

  it('is unproven until it responds normally, so it is bounded by the budget of its account', async () => {
    const receiver = await webhooks.startReceiver();
    const { webhook } = await webhooks.register(receiver.url);
    receiver.answer = () => TOO_LARGE;
    await deliver(webhook.id, 1);
    await until(async () => !(await isProven(webhook.id)), { describe: 'the excess to be noted' });
    receiver.answer = () => ({ status: 200 });
    await deliver(webhook.id, 1);
    await until(() => isProven(webhook.id), { describe: 'the normal response to be noted' });
  });
});

describe('a backlog for an endpoint whose responses are too large', () => {
  it('alternates with the other such endpoints of its account', async () => {
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
    await add(other, 1);
    await until(async () => !(await isProven(other)), { describe: 'the excess of the other to be noted' });
    await add(flooded, 20);
    await until(() => calls.length >= 3, { describe: 'the first of the backlog' });
    await add(other, 3);
    await until(() => calls.filter((id) => id === other).length === 4, { describe: 'those of the other' });
    expect(calls.length).toBeLessThan(18);
    await until(() => calls.length === 24, { describe: 'the rest of the backlog' });
  });
});
