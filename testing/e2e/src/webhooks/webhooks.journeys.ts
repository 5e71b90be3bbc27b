import { failureOf, refusal, until, WebhookReceiver, type TestClient } from '@chat/test-kit';
import type { RunningStack } from '../shared-stack';
import { openShop } from '../messages/shop';

/** An endpoint as its owner sees it over HTTP, from its registration until it is enabled again. */
export function webhooks(stack: RunningStack): void {
  let client: TestClient;
  let receiver: WebhookReceiver;
  let id: number;

  beforeEach(async () => {
    client = await openShop(stack());
    receiver = await WebhookReceiver.start();
    const endpoint = { label: 'Orders', url: receiver.url, events: ['message.*'] };
    const { webhook, secret } = await client.createWebhook(endpoint);
    receiver.trust(secret);
    id = webhook.id;
  });

  afterEach(() => receiver.stop());

  const test = async () => (await client.testWebhook({ id })).delivery;
  const ended = (deliveryId: number, status: string) =>
    until(
      async () => {
        const { delivery } = await client.getWebhookDelivery({ id, deliveryId });
        return delivery.status === status && delivery;
      },
      { describe: `delivery ${deliveryId} to be ${status}` },
    );

  it('is changed, tested, and shows its deliveries', async () => {
    const patched = await client.updateWebhook({ id, label: 'Shop', events: [] });
    expect(patched.webhook).toMatchObject({ label: 'Shop', events: null });
    const delivery = await test();
    expect(await receiver.waitFor('webhook.test')).toMatchObject({ id: delivery.event_id, verified: true });
    const { attempt_log } = await ended(delivery.id, 'succeeded');
    expect(attempt_log).toMatchObject([{ number: 1, response_status: 200 }]);
    const { deliveries } = await client.listWebhookDeliveries({
      id,
      status: 'succeeded',
      event: 'webhook.test',
    });
    expect(deliveries.map((one) => one.id)).toEqual([delivery.id]);
    const again = await refusal(client.resendWebhookDelivery({ deliveryId: delivery.id }));
    expect(again.code).toBe('conflict');
  });

  it('signs with both secrets during a rotation', async () => {
    const rotated = await client.rotateWebhookSecret({ id });
    await test();
    expect(await receiver.waitFor('webhook.test')).toMatchObject({ verified: true });
    receiver.trust(rotated.secret);
    const { event_id } = await test();
    const isSecond = (webhook: { id: string }) => webhook.id === event_id;
    expect(await receiver.waitFor('webhook.test', isSecond)).toMatchObject({ verified: true });
  });

  it('is not tested when an administrator disabled that', async () => {
    const account = await stack().admin.createAccount();
    const other = stack().typedClient(await stack().admin.createApiKey(account.id));
    const { webhook } = await other.createWebhook({ label: 'Orders', url: receiver.url });
    await stack().admin.updateAccount(account.id, { manual_probes: false });
    const isRefused = async () =>
      (await failureOf(other.testWebhook({ id: webhook.id })))?.code === 'outbound_blocked';
    await until(isRefused, { describe: 'the policy to take effect' });
  });

  it('is disabled by 410, enabled again after three probes, and gets what it missed', async () => {
    receiver.answer = () => ({ status: 410 });
    const missed = await test();
    await ended(missed.id, 'failed');
    await until(async () => (await failureOf(test()))?.code === 'conflict', { describe: 'the end' });
    expect((await refusal(client.enableWebhook({ id }))).code).toBe('conflict');

    receiver.answer = () => ({ status: 200 });
    const { webhook } = await client.enableWebhook({ id });
    expect(webhook).toMatchObject({ status: 'active', disabled_reason: null, failing_since: null });
    await client.recoverWebhook({ id, since: '2026-01-01T00:00:00Z' });
    expect((await ended(missed.id, 'succeeded')).attempts).toBe(2);
  });
}
