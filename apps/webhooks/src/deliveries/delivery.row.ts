import type { DeliveryStatus } from '@chat/contracts/webhooks';
import type { Moment } from '@chat/service-kit';
import { PAYLOAD } from '../payloads/payloads.sql';

/** A delivery as read for the log. */
export interface DeliveryRow {
  id: number;
  webhook_id: number;
  event_id: string;
  event: string;
  /** The signed bytes. Null once erased, and in lists if they are long. */
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

/** One attempt as stored in the column `attempt_log`. */
export interface LoggedAttempt {
  number: number;
  /** Epoch milliseconds. */
  at: number;
  response_status: number | null;
  error: string | null;
  duration_ms: number;
}

/** Lists omit longer payloads, because a page of them would be too large. */
const LISTED_PAYLOAD_BYTES = 8_192;

const columnsWith = (payload: string, isTruncated: string) => `
  d.id, d.webhook_id, d.event_id, d.event, ${payload} AS payload, ${isTruncated} AS payload_truncated, d.status,
  d.attempts, d.response_status, d.response_body, d.error, d.duration_ms, d.next_attempt_at::text,
  d.delivered_at::text, d.created_at::text, d.updated_at::text`;

/** The columns of a single delivery, from the table `d`. */
export const DELIVERY_COLUMNS = columnsWith(PAYLOAD, 'false');

/** The columns of a delivery in a list. */
export const LISTED_COLUMNS = columnsWith(
  `CASE WHEN octet_length(${PAYLOAD}) <= ${LISTED_PAYLOAD_BYTES} THEN ${PAYLOAD} END`,
  `coalesce(octet_length(${PAYLOAD}) > ${LISTED_PAYLOAD_BYTES}, false)`,
);
