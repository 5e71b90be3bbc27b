import { deviceConnected } from '@chat/contracts/channels';
import { createWebhook, deleteWebhook } from '@chat/contracts/webhooks';
import { startTestService, testContext, until, type TestService } from '@chat/test-kit';
import { webhooksService } from '../service';
import { deviceData } from '../testing/event-data';

describe('a deleted endpoint', () => {
  let service: TestService;

  beforeAll(async () => {
    // Nothing listens on port 1, so each attempt fails at once and waits for its retry.
    service = await startTestService(webhooksService, { OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' });
  });

  afterAll(() => service.stop());

  const register = async (context = testContext()) => {
    const body = { label: 'Orders', url: 'http://127.0.0.1:1/hook' };
    return (await service.bus.request(createWebhook, { body }, context)).webhook.id;
  };
  const count = async () => (await service.query('SELECT FROM webhooks.endpoint_deliveries')).length;
  const delivered = (deliveries: number) =>
    until(async () => (await count()) === deliveries, { describe: `${deliveries} deliveries` });

  it('gets no new deliveries, and any replica purges its old ones', async () => {
    const [gone, kept] = [await register(), await register()];
    await service.bus.publish(deviceConnected, deviceData(7));
    await delivered(2);
    await service.query(
      `INSERT INTO webhooks.endpoint_deliveries (account_id, webhook_id, event_id, event, payload, status)
       SELECT 1, $1, gen_random_uuid(), 'device.connected', '{}', 'succeeded' FROM generate_series(1, 2500)`,
      [gone],
    );
    await service.bus.request(deleteWebhook, { params: { id: gone } });
    const { id } = await service.bus.publish(deviceConnected, deviceData(7));
    const hearers = async () =>
      (
        await service.query<{ webhook_id: number }>(
          'SELECT webhook_id::int FROM webhooks.endpoint_deliveries WHERE event_id = $1',
          [id],
        )
      ).map(({ webhook_id }) => webhook_id);
    expect(
      await until(async () => (await hearers()).length > 0 && hearers(), { describe: 'the event' }),
    ).toEqual([kept]);

    // A new replica starts with a purge round.
    await service.startReplica();
    await delivered(2);
    const left = await service.query<{ webhook_id: number }>(
      'SELECT webhook_id::int FROM webhooks.endpoint_deliveries',
    );
    expect(left).toEqual([{ webhook_id: kept }, { webhook_id: kept }]);
  });

  it('is removed after a day', async () => {
    const context = testContext({ accountId: 2 });
    const [old, young, kept] = [await register(context), await register(context), await register(context)];
    for (const id of [old, young]) await service.bus.request(deleteWebhook, { params: { id } }, context);
    await service.query(
      `UPDATE webhooks.endpoints SET deleted_at = deleted_at - CASE id WHEN $1 THEN interval '24 hours' ELSE interval '23 hours' END
       WHERE account_id = 2`,
      [old],
    );
    await service.startReplica();
    const left = async () =>
      (
        await service.query<{ id: number }>(
          'SELECT id::int FROM webhooks.endpoints WHERE account_id = 2 ORDER BY id',
        )
      ).map(({ id }) => id);
    await until(async () => (await left()).length < 3, { describe: 'the endpoint to go' });
    expect(await left()).toEqual([young, kept]);
  });
});
