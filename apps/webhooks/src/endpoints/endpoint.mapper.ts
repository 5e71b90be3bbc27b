import type { Webhook, WebhookCreator } from '@chat/contracts/webhooks';
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
    created_by: toCreator(row),
    created_at: toTimestamp(row.createdAt),
    updated_at: toTimestamp(row.updatedAt),
  };
}

function toCreator({ creatorType, creatorId, creatorName }: EndpointEntity): WebhookCreator | null {
  if (creatorType === null || creatorId === null) return null;
  return { type: creatorType, id: creatorId, name: creatorName };
}
