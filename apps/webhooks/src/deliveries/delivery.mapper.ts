import type { Delivery, DeliveryWithAttempts } from '@chat/contracts/webhooks';
import { toNullableTimestamp, toTimestamp } from '@chat/service-kit';
import type { DeliveryRow, LoggedAttempt } from './delivery.row';

export function toDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    webhook_id: row.webhook_id,
    event_id: row.event_id,
    event: row.event,
    payload: row.payload === null ? null : (JSON.parse(row.payload) as object),
    payload_truncated: row.payload_truncated,
    status: row.status,
    attempts: row.attempts,
    response_status: row.response_status,
    response_body: row.response_body,
    error: row.error,
    duration_ms: row.duration_ms,
    next_retry_at: toNullableTimestamp(row.next_attempt_at),
    delivered_at: toNullableTimestamp(row.delivered_at),
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  };
}

export function toDeliveryWithAttempts(
  row: DeliveryRow & { attempt_log: LoggedAttempt[] | null },
): DeliveryWithAttempts {
  const attempts = row.attempt_log ?? [];
  return {
    ...toDelivery(row),
    attempt_log: attempts.map(({ at, ...attempt }) => ({ ...attempt, at: toTimestamp(new Date(at)) })),
  };
}
