import type { DeliveryStatus } from '@chat/contracts/webhooks';
import type { Moment } from '@chat/service-kit';

/** A delivery as the log reads it. */
export interface DeliveryRow {
  id: number;
  webhook_id: number;
  event_id: string;
  event: string;
  /** The bytes that are signed; null once erased, and in lists when they are many. */
  payload: string | null;
  payload_truncated: boolean;
  status: DeliveryStatus;
  attempts: number;
  response_status: number | null;
  response_body: string | null;
  error: string | null;
  duration_ms: number | null;
  next_attempt_at: Moment | null;
  delivered_at: Moment | null;
  created_at: Moment;
  updated_at: Moment;
}

/** One attempt as the column `attempt_log` keeps it. */
export interface LoggedAttempt {
  number: number;
  /** Epoch milliseconds. */
  at: number;
  response_status: number | null;
  error: string | null;
  duration_ms: number;
}

/** Longer payloads are left out of lists, or a page of them would be too large. */
const LISTED_PAYLOAD_BYTES = 8_192;

const columnsWith = (payload: string, isTruncated: string) => `
  d.id, d.webhook_id, d.event_id, d.event, ${payload} AS payload, ${isTruncated} AS payload_truncated, d.status,
  d.attempts, d.response_status, d.response_body, d.error, d.duration_ms, d.next_attempt_at::text,
  d.delivered_at::text, d.created_at::text, d.updated_at::text`;

/** What a single delivery shows, of the table `d`. */
export const DELIVERY_COLUMNS = columnsWith('d.payload', 'false');

/** The same in a list. */
export const LISTED_COLUMNS = columnsWith(
  `CASE WHEN octet_length(d.payload) <= ${LISTED_PAYLOAD_BYTES} THEN d.payload END`,
  `coalesce(octet_length(d.payload) > ${LISTED_PAYLOAD_BYTES}, false)`,
);
