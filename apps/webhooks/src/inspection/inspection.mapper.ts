import type {
  DeliveryAttempt,
  InspectedDelivery,
  laneStates,
  SurveyedWebhook,
} from '@chat/contracts/webhooks';
import { toNullableTimestamp, toTimestamp } from '@chat/service-kit';
import type { LoggedAttempt } from '../deliveries/delivery.row';
import { FAILURES_OF_RETRYING } from '../lanes/lanes.sql';
import type { EndpointRow, InspectedRow } from './inspections.repository';

export function toSurveyedWebhook(row: EndpointRow): SurveyedWebhook {
  return {
    id: row.id,
    account_id: row.account_id,
    host: new URL(row.url).host,
    status: row.status,
    failing_since: toNullableTimestamp(row.failing_since),
    disabled_reason: row.disabled_reason,
    disabled_at: toNullableTimestamp(row.disabled_at),
    failures: row.failures ?? 0,
  };
}

export function toInspectedDelivery(row: InspectedRow): InspectedDelivery {
  return {
    id: row.id,
    webhook_id: row.webhook_id,
    event_id: row.event_id,
    event: row.event,
    status: row.status,
    attempts: row.attempts,
    response_status: row.response_status,
    error: row.error,
    duration_ms: row.duration_ms,
    next_retry_at: toNullableTimestamp(row.next_attempt_at),
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  };
}

/** The state of the endpoint's lane; `none` for an endpoint that is being deleted. */
export function laneStateOf({ failures, due_at, is_held }: EndpointRow): (typeof laneStates)[number] {
  if (failures === null) return 'none';
  if (failures >= FAILURES_OF_RETRYING) return 'retrying';
  if (is_held) return 'held';
  return due_at === null ? 'idle' : 'busy';
}

export function toAttempt({
  number,
  at,
  response_status,
  error,
  duration_ms,
}: LoggedAttempt): DeliveryAttempt {
  return { number, at: toTimestamp(new Date(at)), response_status, error, duration_ms };
}
