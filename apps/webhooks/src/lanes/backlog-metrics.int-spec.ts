import type { DeliveryStatus } from '@chat/contracts/webhooks';
import { MetricsPage, until } from '@chat/test-kit';
import { MetricsServer, startMeasuring } from '@chat/telemetry';
import { WebhooksHarness } from '../testing/webhooks-harness';

const PENDING = 'chat_webhook_deliveries_pending';
const LANES = 'chat_webhook_lanes_due';
const AGE = 'chat_webhook_lane_age_seconds';
const steady = { state: 'steady' };
const fresh = { state: 'new' };
const retrying = { state: 'retrying' };

let webhooks: WebhooksHarness;

beforeAll(async () => {
  await startMeasuring();
  webhooks = await WebhooksHarness.start({ WEBHOOK_TIMEOUT_MS: '60000' });
});

afterAll(() => webhooks.stop());

beforeEach(() => {
  webhooks.accountId += 1;
});

afterEach(async () => {
  await webhooks.service.query('TRUNCATE webhooks.lanes, webhooks.endpoint_deliveries, webhooks.endpoints');
});

/** What a replica that was never scraped before answers to a scrape. */
async function scrape(): Promise<MetricsPage> {
  const registry = await startMeasuring();
  const replica = await webhooks.service.startReplica();
  const server = await MetricsServer.start({ host: '127.0.0.1', port: 0 }, registry, [replica.samplers!]);
  try {
    return await MetricsPage.read(server.port);
  } finally {
    await server.stop();
    await replica.stop();
  }
}

/** Adds deliveries of an endpoint that does not exist, so that no dispatcher touches them. */
async function addDeliveries(status: string, count: number): Promise<void> {
  await webhooks.service.query(
    `INSERT INTO webhooks.endpoint_deliveries (account_id, webhook_id, event_id, event, payload, status, next_attempt_at)
     SELECT $1, 100000, gen_random_uuid(), 'device.connected', '{}', $2, CASE WHEN $2 = 'pending' THEN now() END
     FROM generate_series(1, $3)`,
    [webhooks.accountId, status, count],
  );
}

/** Adds lanes of endpoints that do not exist, due in so much time. */
async function addLanes(failures: number, ...due: (string | null)[]): Promise<void> {
  await webhooks.service.query(
    `INSERT INTO webhooks.lanes (account_id, webhook_id, failures, due_at)
     SELECT $1, (random() * 1e12)::bigint, $2, now() + due::interval FROM unnest($3::text[]) AS due`,
    [webhooks.accountId, failures, due],
  );
}

describe('the backlog of webhooks', () => {
  it('is measured by what is pending, and by the lanes that are due, steady and retrying ones apart', async () => {
    await addDeliveries('pending', 770);
    await addDeliveries('succeeded', 5);
    await addDeliveries('failed', 3);
    await addDeliveries('blocked', 2);
    await addLanes(0, '-90 seconds', '1 minute', null);
    await addLanes(2, '-45 seconds');
    await addLanes(3, '-1 hour', '-1 minute', '1 hour');

    const page = await scrape();
    expect(page.valueOf(PENDING)).toBe(770);
    expect(page.valueOf(LANES, steady)).toBe(2);
    expect(page.valueOf(AGE, steady)).toBeGreaterThanOrEqual(90);
    expect(page.valueOf(AGE, steady)).toBeLessThan(3600);
    expect(page.valueOf(LANES, retrying)).toBe(2);
    expect(page.valueOf(AGE, retrying)).toBeGreaterThanOrEqual(3600);
    expect(page.valueOf('chat_sample_failures_total', { sampler: 'deliveries' })).toBe(0);
  });

  it('has endpoints that never responded with 2xx apart: their account has a budget, which pages nobody', async () => {
    const receiver = await webhooks.startReceiver();
    receiver.answer = () => ({ status: 404 });
    for (let index = 0; index < 30; index += 1) await webhooks.registerNew(`${receiver.url}/${index}`);
    await webhooks.publish();
    await until(() => receiver.received.length >= 10, { describe: 'the account to spend its budget' });
    await webhooks.service.query(`UPDATE webhooks.lanes SET due_at = now() - interval '1 hour'`);

    const page = await scrape();
    expect(page.valueOf(LANES, fresh)).toBeGreaterThan(0);
    expect(page.valueOf(AGE, fresh)).toBeGreaterThanOrEqual(3600);
    expect(page.valueOf(AGE, steady)).toBe(0);
  });

  it('is counted up to 10,000, while its age is that of the lane that has waited longest', async () => {
    await addDeliveries('pending', 10_050);
    await addLanes(0, ...Array.from({ length: 10_050 }, () => '-1 minute'), '-1 hour');

    const page = await scrape();
    expect(page.valueOf(PENDING)).toBe(10_000);
    expect(page.valueOf(LANES, steady)).toBe(10_000);
    expect(page.valueOf(AGE, steady)).toBeGreaterThanOrEqual(3600);
  });

  it('is 0, not absent, when nothing waits', async () => {
    const page = await scrape();
    const values = [page.valueOf(PENDING), page.valueOf(LANES, steady), page.valueOf(AGE, steady)];
    expect(values).toEqual([0, 0, 0]);
  });

  it('has the deliveries that a receiver has not answered yet, and none of an endpoint that is disabled', async () => {
    const receiver = await webhooks.startReceiver();
    const held: (() => void)[] = [];
    receiver.answer = () => new Promise((resolve) => held.push(() => resolve({ status: 410 })));
    const { webhook } = await webhooks.register(receiver.url);
    const events = await Promise.all(Array.from({ length: 12 }, () => webhooks.publish()));
    const stored = async (status: DeliveryStatus) =>
      (await webhooks.deliveries(webhook.id, { per_page: 100, status })).length === events.length;
    await until(() => stored('pending'), { describe: 'the deliveries to be stored' });
    await until(() => held.length > 0, { describe: 'the first attempts' });
    expect((await scrape()).valueOf(PENDING)).toBe(12);

    receiver.answer = () => ({ status: 410 });
    held.forEach((answer) => answer());
    await until(() => stored('failed'), { describe: 'the deliveries to be ended' });
    const page = await scrape();
    expect(page.valueOf(PENDING)).toBe(0);
    expect(page.valueOf(LANES, steady)).toBe(0);
  });
});
