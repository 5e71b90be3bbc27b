import type { Delivery, Webhook } from '@chat/contracts/webhooks';
import { until } from '@chat/test-kit';
import type { Tenant } from '../../world/tenant';
import { UNKNOWN_ID, type RecordKind, type Reference, type ServiceRows } from '../../world/record-kind';

/**
 * An event that never occurs in a run, so that the log of an endpoint contains only tests, and does not change later.
 */
const NEVER_HAPPENS = 'device.token_expiring';

async function makeEndpoint(tenant: Tenant): Promise<number> {
  const body = { label: tenant.text(), url: tenant.url(), events: [NEVER_HAPPENS] };
  const created = await tenant.post<{ webhook: Webhook; secret: string }>('/v1/webhooks', body);
  tenant.marks.plant(created.secret, 'the secret of a webhook endpoint', tenant.name);
  return created.webhook.id;
}

export const webhook: RecordKind = {
  name: 'webhook endpoint',
  paths: ['/v1/webhooks/{id}'],
  make: makeEndpoint,
  unknown: UNKNOWN_ID,
};

/** A delivery whose address is never called: it is finished, and may be resent. */
async function makeDelivery(tenant: Tenant, endpointId: Reference): Promise<number> {
  const endpoint = `/v1/webhooks/${endpointId}`;
  const { delivery } = await tenant.post<{ delivery: Delivery }>(`${endpoint}/test`);
  const read = () => tenant.get<{ delivery: Delivery }>(`${endpoint}/deliveries/${delivery.id}`);
  await until(async () => (await read()).delivery.status === 'blocked', {
    describe: `delivery ${delivery.id} to be refused`,
  });
  return delivery.id;
}

export const delivery: RecordKind = {
  name: 'delivery',
  paths: ['/v1/webhooks/deliveries/{deliveryId}', '/v1/webhooks/{id}/deliveries/{deliveryId}'],
  make: async (tenant) => makeDelivery(tenant, await tenant.own(webhook)),
  unknown: UNKNOWN_ID,
};

export const webhooks: ServiceRows = {
  kinds: [webhook, delivery],
  examples: {
    'POST /v1/webhooks/{id}/recover': { body: () => ({ since: '2026-01-31T10:20:30+00:00' }) },
    'POST /v1/webhooks/deliveries/{deliveryId}/resend': {
      record: async (tenant) => makeDelivery(tenant, await makeEndpoint(tenant)),
    },
  },
};
