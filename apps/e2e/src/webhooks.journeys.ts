import type {
  CreatedWebhook,
  DeliveryDetails,
  DeliveryList,
  DeliveryResult,
  RecoveryResult,
  RotatedSecret,
  WebhookResult,
} from '@chat/contracts/webhooks';
import { until, WebhookReceiver, type ApiClient } from '@chat/testing';
import type { RunningStack } from './shared-stack';
import { openShop } from './shop';

/** An endpoint as its owner sees it over HTTP, from its registration to the day on which it comes back. */
export function webhooks(stack: RunningStack): void {
  let client: ApiClient;
  let receiver: WebhookReceiver;
  let path: string;

  beforeEach(async () => {
    client = await openShop(stack());
    receiver = await WebhookReceiver.start();
    const body = { label: 'Orders', url: receiver.url, events: ['message.*'] };
    const { webhook, secret } = (await client.post<CreatedWebhook>('/v1/webhooks', body)).data;
    receiver.trust(secret);
    path = `/v1/webhooks/${webhook.id}`;
  });

  afterEach(() => receiver.stop());

  const test = async () => (await client.post<DeliveryResult>(`${path}/test`)).data.delivery;
  const ended = (id: number, status: string) =>
    until(
      async () => {
        const { delivery } = (await client.get<DeliveryDetails>(`${path}/deliveries/${id}`)).data;
        return delivery.status === status && delivery;
      },
      { describe: `delivery ${id} to be ${status}` },
    );

  it('is changed, tested, and shows what was sent', async () => {
    const patched = (await client.patch<WebhookResult>(path, { label: 'Shop', events: [] })).data.webhook;
    expect(patched).toMatchObject({ label: 'Shop', events: null });
    const answer = await client.post<DeliveryResult>(`${path}/test`);
    expect(answer.status).toBe(202);
    const { id, event_id } = answer.data.delivery;
    expect(await receiver.waitFor('webhook.test')).toMatchObject({ id: event_id, verified: true });
    expect((await ended(id, 'succeeded')).attempt_log).toMatchObject([{ number: 1, response_status: 200 }]);
    const query = '?status=succeeded&event=webhook.test';
    const { deliveries } = (await client.get<DeliveryList>(`${path}/deliveries${query}`)).data;
    expect(deliveries.map((delivery) => delivery.id)).toEqual([id]);
    const again = await client.post(`/v1/webhooks/deliveries/${id}/resend`);
    expect([again.status, again.error.code]).toEqual([409, 'conflict']);
  });

  it('signs with both secrets while one is rotated', async () => {
    const rotated = (await client.post<RotatedSecret>(`${path}/rotate-secret`)).data;
    await test();
    expect(await receiver.waitFor('webhook.test')).toMatchObject({ verified: true });
    receiver.trust(rotated.secret);
    const { event_id } = await test();
    const isSecond = ({ id }: { id: string }) => id === event_id;
    expect(await receiver.waitFor('webhook.test', isSecond)).toMatchObject({ verified: true });
  });

  it('is not tested where an administrator switched that off', async () => {
    const account = await stack().admin.createAccount();
    const other = stack().client(await stack().admin.createApiKey(account.id));
    const body = { label: 'Orders', url: receiver.url };
    const { webhook } = (await other.post<CreatedWebhook>('/v1/webhooks', body)).data;
    await stack().admin.updateAccount(account.id, { manual_probes: false });
    const isRefused = async () => {
      const answer = await other.post(`/v1/webhooks/${webhook.id}/test`);
      return answer.status === 403 && answer.error.code === 'outbound_blocked';
    };
    await until(isRefused, { describe: 'the policy to take effect' });
  });

  it('is disabled by 410, comes back after three probes, and gets what it missed', async () => {
    receiver.answer = () => ({ status: 410 });
    const { id } = await test();
    await ended(id, 'failed');
    await until(async () => (await client.post(`${path}/test`)).status === 409, { describe: 'the end' });
    const refused = await client.post(`${path}/enable`);
    expect([refused.status, refused.error.code]).toEqual([409, 'conflict']);

    receiver.answer = () => ({ status: 200 });
    const enabled = (await client.post<WebhookResult>(`${path}/enable`)).data.webhook;
    expect(enabled).toMatchObject({ status: 'active', disabled_reason: null, failing_since: null });
    const recovery = await client.post<RecoveryResult>(`${path}/recover`, { since: '2026-01-01T00:00:00Z' });
    expect(recovery.status).toBe(202);
    expect((await ended(id, 'succeeded')).attempts).toBe(2);
  });
}
