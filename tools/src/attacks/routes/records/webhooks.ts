import type { Webhook } from '@chat/contracts/webhooks';
import { UNKNOWN_ID, type RecordKind, type ServiceRows } from './record-kind';

const webhook: RecordKind = {
  name: 'webhook endpoint',
  paths: ['/v1/webhooks/{id}'],
  make: async (tenant) => {
    const body = { label: tenant.text(), url: tenant.url() };
    const { webhook, secret } = await tenant.post<{ webhook: Webhook; secret: string }>('/v1/webhooks', body);
    tenant.marks.plant(secret, 'the secret of a webhook endpoint', tenant.name);
    return webhook.id;
  },
  unknown: UNKNOWN_ID,
};

export const webhooks: ServiceRows = { kinds: [webhook], examples: {} };
