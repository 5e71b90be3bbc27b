import type { Webhook } from '@chat/contracts/webhooks';
import { toNullableTimestamp, toTimestamp } from '@chat/service-kit';
import type { EndpointEntity } from './endpoint.entity';

export function toWebhook(row: EndpointEntity): Webhook {
  return {
    id: row.id,
    label: row.label,
    url: row.url,
    events: row.events,
    status: row.status,
    disabled_reason: row.disabledReason,
    disabled_at: toNullableTimestamp(row.disabledAt),
    failing_since: toNullableTimestamp(row.failingSince),
    created_at: toTimestamp(row.createdAt),
    updated_at: toTimestamp(row.updatedAt),
  };
}
