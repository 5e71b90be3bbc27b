import {
  enableWebhook,
  recoverWebhook,
  resendWebhookDelivery,
  testWebhook,
  updateWebhook,
} from '@chat/contracts/webhooks';
import { refusal, until, type WebhookReceiver } from '@chat/test-kit';
import { WebhooksHarness } from '../testing/webhooks-harness';

let webhooks: WebhooksHarness;
let receiver: WebhookReceiver;

beforeAll(async () => {
  webhooks = await WebhooksHarness.start();
});

afterAll(() => webhooks.stop());

beforeEach(async () => {
  webhooks.accountId += 1;
  webhooks.plan = {};
  receiver = await webhooks.startReceiver();
});

const test = (id: number) => webhooks.service.bus.request(testWebhook, { params: { id } }, webhooks.context);
const enable = (id: number) =>
  webhooks.service.bus.request(enableWebhook, { params: { id } }, webhooks.context);

/** Disables the endpoint: the receiver responds to a test with 410. Afterwards it responds with 200 again. */
async function disable(id: number): Promise<void> {
  receiver.answer = () => ({ status: 410 });
  await test(id);
  await until(async () => (await webhooks.endpoint(id)).status === 'disabled', { describe: 'the end' });
  receiver.answer = () => ({ status: 200 });
  receiver.received.length = 0;
}

describe('a test', () => {
  it('is signed, logged, and sent to its own endpoint only, regardless of its subscription', async () => {
    const { webhook, secret } = await webhooks.register(receiver.url, ['message.received']);
    const other = await webhooks.startReceiver();
    await webhooks.register(other.url);
    receiver.trust(secret);

    const { delivery } = await test(webhook.id);
    expect(delivery).toMatchObject({
      webhook_id: webhook.id,
      event: 'webhook.test',
      status: 'pending',
      attempts: 0,
    });
    const received = await receiver.waitFor('webhook.test');
    expect(received).toMatchObject({
      id: delivery.event_id,
      data: { webhook_id: webhook.id },
      verified: true,
    });
    expect(await webhooks.ended(webhook.id, delivery.event_id, 'succeeded', 1)).toMatchObject({
      payload: { type: 'webhook.test', timestamp: received.timestamp, data: { webhook_id: webhook.id } },
    });
    expect(other.received).toEqual([]);
  });

  it('is refused with not_found for another account’s endpoint', async () => {
    const { webhook } = await webhooks.register(receiver.url);
    webhooks.accountId += 1_000;
    expect(await refusal(test(webhook.id))).toMatchObject({ code: 'not_found' });
    expect(await refusal(enable(webhook.id))).toMatchObject({ code: 'not_found' });
    webhooks.accountId -= 1_000;
  });

  it('is refused while the endpoint is disabled', async () => {
    const { webhook } = await webhooks.register(receiver.url);
    await disable(webhook.id);
    expect(await refusal(test(webhook.id))).toMatchObject({ code: 'conflict' });
    expect(receiver.received).toEqual([]);
  });
});

describe('an account without manual probes', () => {
  it('cannot test, resend or recover', async () => {
    const { webhook } = await webhooks.register(receiver.url);
    receiver.answer = () => ({ status: 200 });
    const event = await webhooks.publish();
    const delivery = await webhooks.ended(webhook.id, event.id, 'succeeded');

    webhooks.plan = { manual_probes: false };
    const blocked = { code: 'outbound_blocked' };
    const { bus } = webhooks.service;
    expect(await refusal(test(webhook.id))).toMatchObject(blocked);
    const resend = bus.request(
      resendWebhookDelivery,
      { params: { deliveryId: delivery.id } },
      webhooks.context,
    );
    expect(await refusal(resend)).toMatchObject(blocked);
    const body = { since: '2026-01-31T00:00:00Z' };
    const recover = bus.request(recoverWebhook, { params: { id: webhook.id }, body }, webhooks.context);
    expect(await refusal(recover)).toMatchObject(blocked);
    expect(receiver.ofType('webhook.test')).toEqual([]);
  });

  it('can enable an endpoint without probes', async () => {
    const { webhook } = await webhooks.register(receiver.url);
    await disable(webhook.id);
    webhooks.plan = { manual_probes: false };
    expect(await enable(webhook.id)).toMatchObject({ webhook: { status: 'active', disabled_reason: null } });
    expect(receiver.received).toEqual([]);
  });
});

describe('enabling an endpoint', () => {
  it('sends three signed probes and clears its failures if all are answered with 2xx', async () => {
    const { webhook, secret } = await webhooks.register(receiver.url);
    await disable(webhook.id);
    receiver.trust(secret);
    const { webhook: enabled, probes } = await enable(webhook.id);
    expect(enabled).toMatchObject({
      status: 'active',
      disabled_reason: null,
      disabled_at: null,
      failing_since: null,
    });
    expect(probes).toEqual(
      Array(3).fill({ response_status: 200, error: null, duration_ms: expect.any(Number) as number }),
    );
    expect(receiver.received.map(({ type, verified }) => [type, verified])).toEqual(
      Array(3).fill(['webhook.test', true]),
    );
    const event = await webhooks.publish();
    await webhooks.ended(webhook.id, event.id, 'succeeded', 1);
  });

  it('leaves it disabled if one of the three probes fails, and reports how', async () => {
    const { webhook } = await webhooks.register(receiver.url);
    await disable(webhook.id);
    receiver.answer = () => ({ status: receiver.received.length === 2 ? 503 : 204 });
    expect(await refusal(enable(webhook.id))).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('status 503') as string,
      probes: expect.arrayContaining([
        { response_status: 503, error: 'http_status', duration_ms: expect.any(Number) as number },
        { response_status: 204, error: null, duration_ms: expect.any(Number) as number },
      ]) as object[],
    });
    expect(receiver.received).toHaveLength(3);
    expect(await webhooks.endpoint(webhook.id)).toMatchObject({
      status: 'disabled',
      disabled_reason: 'gone',
    });
  });

  it('fails if its address changes during the probes', async () => {
    const { webhook } = await webhooks.register(receiver.url);
    await disable(webhook.id);
    const answers: (() => void)[] = [];
    receiver.answer = () => new Promise((resolve) => answers.push(() => resolve({ status: 200 })));
    const enabling = refusal(enable(webhook.id));
    await until(() => answers.length === 3, { describe: 'the probes' });

    const other = await webhooks.startReceiver();
    const params = { id: webhook.id };
    await webhooks.service.bus.request(updateWebhook, { params, body: { url: other.url } }, webhooks.context);
    answers.forEach((answer) => answer());
    expect(await enabling).toMatchObject({ code: 'conflict' });
    expect(await webhooks.endpoint(webhook.id)).toMatchObject({ status: 'disabled', url: other.url });
  });

  it('sends nothing if it is active', async () => {
    const { webhook } = await webhooks.register(receiver.url);
    expect(await enable(webhook.id)).toEqual({ webhook, probes: [] });
    expect(receiver.received).toEqual([]);
  });
});

describe('an installation without manual probes', () => {
  it('refuses tests by every account', async () => {
    const closed = await WebhooksHarness.start({ WEBHOOK_MANUAL_PROBES: 'off' });
    try {
      const { webhook } = await closed.register(receiver.url);
      const asked = closed.service.bus.request(testWebhook, { params: { id: webhook.id } }, closed.context);
      expect(await refusal(asked)).toMatchObject({ code: 'outbound_blocked' });
    } finally {
      await closed.stop();
    }
  });
});
