import { deviceConnected } from '@chat/contracts/channels';
import { createWebhook, deleteWebhook } from '@chat/contracts/webhooks';
import { startTestService, until, type TestService } from '@chat/testing';
import { webhooksService } from '../service';
import { deviceData } from '../testing/event-data';

describe('a deleted endpoint', () => {
  let service: TestService;

  beforeAll(async () => {
    // Nothing listens there: what is sent fails at once and waits for its retry.
    service = await startTestService(webhooksService, { OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' });
  });

  afterAll(() => service.stop());

  const register = async () => {
    const body = { label: 'Orders', url: 'http://127.0.0.1:1/hook' };
    return (await service.bus.request(createWebhook, { body })).webhook.id;
  };
  const count = async (table: 'deliveries' | 'endpoints') =>
    (await service.query(`SELECT FROM webhooks.${table}`)).length;
  const delivered = (deliveries: number) =>
    until(async () => (await count('deliveries')) === deliveries, { describe: `${deliveries} deliveries` });

  it('gets no delivery any more, and takes those it has with it, on any replica', async () => {
    const [gone, kept] = [await register(), await register()];
    await service.bus.publish(deviceConnected, deviceData(7));
    await delivered(2);
    await service.query(
      `INSERT INTO webhooks.deliveries (account_id, webhook_id, event_id, event, payload, status)
       SELECT 1, $1, gen_random_uuid(), 'device.connected', '{}', 'succeeded' FROM generate_series(1, 2500)`,
      [gone],
    );
    await service.bus.request(deleteWebhook, { params: { id: gone } });
    await service.bus.publish(deviceConnected, deviceData(7));
    await delivered(2_503);

    // It begins with a round.
    await service.startReplica();
    await delivered(2);
    const left = await service.query<{ webhook_id: number }>(
      'SELECT webhook_id::int FROM webhooks.deliveries',
    );
    expect(left).toEqual([{ webhook_id: kept }, { webhook_id: kept }]);
  });

  it('is forgotten after a day', async () => {
    expect(await count('endpoints')).toBe(2);
    await service.query(`UPDATE webhooks.endpoints SET deleted_at = deleted_at - interval '1 day'`);
    await service.startReplica();
    await until(async () => (await count('endpoints')) === 1, { describe: 'the endpoint to go' });
  });
});
