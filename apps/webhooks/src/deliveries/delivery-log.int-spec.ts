import { messageReceived } from '@chat/contracts/messaging';
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  recoverWebhook,
  resendWebhookDelivery,
  type ListDeliveriesQuery,
} from '@chat/contracts/webhooks';
import { refusal, until, type WebhookReceiver } from '@chat/test-kit';
import { messageData, plantedBody } from '../testing/event-data';
import { WebhooksHarness } from '../testing/webhooks-harness';

let webhooks: WebhooksHarness;
let receiver: WebhookReceiver;

// A long timeout, so that a slow response on a busy machine does not cause a second attempt.
beforeAll(async () => {
  webhooks = await WebhooksHarness.start({ WEBHOOK_TIMEOUT_MS: '30000' });
});

afterAll(() => webhooks.stop());

beforeEach(async () => {
  webhooks.accountId += 1;
  receiver = await webhooks.startReceiver();
});

const resend = (deliveryId: number) =>
  webhooks.service.bus.request(resendWebhookDelivery, { params: { deliveryId } }, webhooks.context);
const recover = (id: number, since: string) =>
  webhooks.service.bus.request(recoverWebhook, { params: { id }, body: { since } }, webhooks.context);

/** Inserts `count` finished deliveries of one status and event directly into the log. */
async function add(
  webhookId: number,
  status: string,
  event: string,
  count: number,
  more = '',
): Promise<void> {
  await webhooks.service.query(
    `INSERT INTO webhooks.endpoint_deliveries (account_id, webhook_id, event_id, event, payload, status ${more && ', updated_at'})
     SELECT $1, $2, gen_random_uuid(), $3, '${plantedBody}', $4 ${more && `, now() - interval '${more}'`}
     FROM generate_series(1, $5)`,
    [webhooks.accountId, webhookId, event, status, count],
  );
}

describe('a delivery that is not answered in time', () => {
  let others: WebhooksHarness;

  beforeAll(async () => {
    others = webhooks;
    webhooks = await WebhooksHarness.start({ WEBHOOK_TIMEOUT_MS: '1000' });
  });

  afterAll(async () => {
    await webhooks.stop();
    webhooks = others;
  });

  it('shows the event, each attempt with its result, and the time of the next attempt', async () => {
    const { webhook } = await webhooks.register(receiver.url);
    receiver.answer = () => ({ status: 503, body: 'later' });
    const event = await webhooks.publish();
    await webhooks.ended(webhook.id, event.id, 'pending', 1);
    receiver.answer = () => new Promise(() => undefined);
    await webhooks.passTime();
    const pending = await webhooks.ended(webhook.id, event.id, 'pending', 2);
    expect(pending).toMatchObject({ error: 'timeout', response_status: null, delivered_at: null });
    expect(pending.next_retry_at! > pending.updated_at).toBe(true);

    receiver.answer = () => ({ status: 200, body: 'thanks' });
    await webhooks.passTime();
    const { id } = await webhooks.ended(webhook.id, event.id, 'succeeded', 3);
    const delivery = await webhooks.delivery({ id, webhook_id: webhook.id });
    expect(delivery).toMatchObject({
      webhook_id: webhook.id,
      event_id: event.id,
      event: 'device.connected',
      payload: { type: 'device.connected', data: event.data },
      payload_truncated: false,
      attempts: 3,
      response_status: 200,
      response_body: 'thanks',
      error: null,
      next_retry_at: null,
      delivered_at: delivery.updated_at,
    });
    expect(delivery.attempt_log).toMatchObject([
      { number: 1, response_status: 503, error: 'http_status' },
      { number: 2, response_status: null, error: 'timeout' },
      { number: 3, response_status: 200, error: null },
    ]);
    const moments = delivery.attempt_log.map(({ at }) => at);
    expect(moments).toEqual(moments.toSorted());
    // Timers and the clock may differ by a few milliseconds.
    expect(delivery.attempt_log[1]!.duration_ms).toBeGreaterThanOrEqual(990);
  });
});

describe('a logged delivery', () => {
  it('is not found under another endpoint or by another account', async () => {
    const [{ webhook }, other] = [
      await webhooks.register(receiver.url),
      await webhooks.register(receiver.url),
    ];
    const event = await webhooks.publish();
    const { id } = await webhooks.ended(webhook.id, event.id, 'succeeded');
    const read = (endpoint: number) =>
      webhooks.service.bus.request(
        getWebhookDelivery,
        { params: { id: endpoint, deliveryId: id } },
        webhooks.context,
      );
    expect(await refusal(read(other.webhook.id))).toMatchObject({ code: 'not_found' });
    webhooks.accountId += 1_000;
    expect(await refusal(read(webhook.id))).toMatchObject({ code: 'not_found' });
    expect(await refusal(resend(id))).toMatchObject({ code: 'not_found' });
    expect(await refusal(recover(webhook.id, '2026-01-31T00:00:00Z'))).toMatchObject({ code: 'not_found' });
    webhooks.accountId -= 1_000;
  });

  it('includes a long payload, which lists omit', async () => {
    const { webhook } = await webhooks.register(receiver.url);
    const data = messageData(7, 'x'.repeat(10_000));
    const { id: eventId } = await webhooks.service.bus.publish(messageReceived, data, {
      accountId: webhooks.accountId,
    });
    const listed = await webhooks.ended(webhook.id, eventId, 'succeeded');
    expect(listed).toMatchObject({ payload: null, payload_truncated: true });
    expect(await webhooks.delivery(listed)).toMatchObject({ payload: { data }, payload_truncated: false });
  });
});

describe('the list of deliveries', () => {
  const page = (id: number, query: ListDeliveriesQuery) =>
    webhooks.service.bus.page(listWebhookDeliveries, { params: { id }, query }, webhooks.context);

  it('contains only the endpoint’s own deliveries, newest first, filtered by status and event', async () => {
    const [{ webhook }, other] = [
      await webhooks.register(receiver.url),
      await webhooks.register(receiver.url),
    ];
    await add(webhook.id, 'succeeded', 'message.received', 2);
    await add(other.webhook.id, 'failed', 'message.received', 1);
    await add(webhook.id, 'failed', 'message.sent', 1);
    await add(webhook.id, 'failed', 'message.received', 1);
    await add(webhook.id, 'blocked', 'webhook.test', 1);
    const list = async (query: ListDeliveriesQuery) =>
      (await webhooks.deliveries(webhook.id, query)).map(({ status, event }) => `${status} ${event}`);

    expect(await list({})).toEqual([
      'blocked webhook.test',
      'failed message.received',
      'failed message.sent',
      'succeeded message.received',
      'succeeded message.received',
    ]);
    expect(await list({ status: 'failed' })).toEqual(['failed message.received', 'failed message.sent']);
    expect(await list({ event: 'message.received' })).toHaveLength(3);
    expect(await list({ status: 'failed', event: 'message.sent' })).toEqual(['failed message.sent']);
    expect(await list({ event: 'message.typing' })).toEqual([]);
  });

  it('is paged by number and by cursor without gaps or duplicates', async () => {
    const { webhook } = await webhooks.register(receiver.url);
    for (const event of ['message.sent', 'message.read', 'message.sent'])
      await add(webhook.id, 'failed', event, 9);
    const all = (await webhooks.deliveries(webhook.id, { per_page: 100 })).map(({ id }) => id);
    expect(all).toEqual(all.toSorted((a, b) => b - a));
    expect(all).toHaveLength(27);

    const first = await page(webhook.id, { per_page: 10 });
    expect(first.pagination).toMatchObject({ current_page: 1, last_page: 3, total: 27 });
    const walked = first.deliveries.map(({ id }) => id);
    for (let cursor = first.pagination!.next_cursor; cursor !== null;) {
      const next = await page(webhook.id, { per_page: 10, cursor });
      walked.push(...next.deliveries.map(({ id }) => id));
      cursor = next.pagination!.next_cursor;
    }
    expect(walked).toEqual(all);
    const third = await page(webhook.id, { per_page: 10, page: 3 });
    expect(third.deliveries.map(({ id }) => id)).toEqual(all.slice(20));
  });
});

describe('a resend', () => {
  it('sends a failed delivery under its own id with a new retry schedule', async () => {
    const { webhook } = await webhooks.register(receiver.url);
    receiver.answer = () => ({ status: 500 });
    const event = await webhooks.publish();
    await webhooks.ended(webhook.id, event.id, 'pending', 1);
    await webhooks.service.query(`UPDATE webhooks.endpoint_deliveries SET attempts = 9 WHERE event_id = $1`, [
      event.id,
    ]);
    await webhooks.passTime();
    const failed = await webhooks.ended(webhook.id, event.id, 'failed', 10);

    expect((await resend(failed.id)).delivery).toMatchObject({
      id: failed.id,
      status: 'pending',
      attempts: 10,
    });
    const again = await webhooks.ended(webhook.id, event.id, 'pending', 11);
    const delayMs = Date.parse(again.next_retry_at!) - Date.parse(again.updated_at);
    expect(delayMs).toBeLessThanOrEqual(6_000);
    receiver.answer = () => ({ status: 200 });
    await webhooks.passTime();
    await webhooks.ended(webhook.id, event.id, 'succeeded', 12);
    expect(new Set(receiver.ids)).toEqual(new Set([event.id]));
  });

  it('is refused for a pending, succeeded or erased delivery', async () => {
    const { webhook } = await webhooks.register(receiver.url);
    const event = await webhooks.publish();
    const { id } = await webhooks.ended(webhook.id, event.id, 'succeeded');
    expect(await refusal(resend(id))).toMatchObject({ code: 'conflict' });
    await webhooks.service.query(
      `UPDATE webhooks.endpoint_deliveries SET status = 'failed', payload = NULL WHERE id = $1`,
      [id],
    );
    expect(await refusal(resend(id))).toMatchObject({ code: 'conflict' });
    await webhooks.service.query(
      `UPDATE webhooks.endpoint_deliveries SET status = 'pending', payload = $2, next_attempt_at = now() + interval '1 hour' WHERE id = $1`,
      [id, plantedBody],
    );
    expect(await refusal(resend(id))).toMatchObject({ code: 'conflict' });
    expect(receiver.received).toHaveLength(1);
  });

  it('queues the delivery once even if requested concurrently', async () => {
    const { webhook } = await webhooks.register(receiver.url);
    await add(webhook.id, 'failed', 'message.sent', 1);
    const [{ id } = { id: 0 }] = await webhooks.deliveries(webhook.id);
    const results = await Promise.allSettled([resend(id), resend(id), resend(id)]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('recovery', () => {
  it('resends every delivery that failed since then, however many, and no other', async () => {
    const { webhook } = await webhooks.register(receiver.url);
    await add(webhook.id, 'failed', 'message.received', 1_200);
    await add(webhook.id, 'blocked', 'message.sent', 3);
    await add(webhook.id, 'failed', 'message.sent', 5, '1 hour');
    await add(webhook.id, 'succeeded', 'message.sent', 5);
    const since = new Date(Date.now() - 30 * 60_000).toISOString();
    expect(await recover(webhook.id, since)).toEqual({
      webhook_id: webhook.id,
      since: since.replace('Z', '+00:00'),
    });
    await until(() => new Set(receiver.ids).size === 1_203, {
      describe: 'what failed since then',
      timeoutMs: 40_000,
    });
    await until(async () => (await webhooks.deliveries(webhook.id, { status: 'pending' })).length === 0, {
      describe: 'the results',
    });
    expect(await webhooks.deliveries(webhook.id, { status: 'failed' })).toHaveLength(5);
    expect(receiver.ids).toHaveLength(1_203);
  });

  it.each(['yesterday', '2026-01-31', '2026-13-31T00:00:00Z', '2026-01-31T00:00:00'])(
    'refuses the invalid time %s',
    async (since) => {
      const { webhook } = await webhooks.register(receiver.url);
      expect(await refusal(recover(webhook.id, since))).toMatchObject({
        code: 'validation_error',
        errors: { since: [expect.stringContaining('offset') as string] },
      });
    },
  );
});
