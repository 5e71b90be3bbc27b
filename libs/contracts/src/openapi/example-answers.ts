import { catalogue, type ErrorBody, type ErrorCode } from '@chat/errors';
import { TEMPLATE_SEND_ENDPOINT } from '../messaging';
import type { Json } from './components';

/** The time used in all examples. */
export const timeExample = '2026-01-31T10:20:30.000+00:00';

export const metaExample = { request_id: '3f9c1b52-7d1e-4c58-9a3f-2f6f0c9b8e21' };

/** The pagination of the first of two pages. */
export const paginationExample = {
  current_page: 1,
  per_page: 25,
  last_page: 2,
  total: 27,
  next_cursor: 'eyJpZCI6MTd9',
};

/** The members of an error with this code, in addition to its message. */
const extras: Partial<Record<ErrorCode, Partial<ErrorBody>>> = {
  ip_not_whitelisted: { ip: '203.0.113.7' },
  insufficient_scope: { required_scope: 'contacts:write' },
  idempotency_conflict: { reason: 'payload_mismatch' },
  duplicate_contact: { contact_id: 31 },
  validation_error: { errors: { mobile: ['mobile is required. It must be text of 1 to 32 digits.'] } },
  return_url_not_allowed: { allowed_hosts: ['app.acme.test'] },
  template_required: { template_send_endpoint: TEMPLATE_SEND_ENDPOINT },
  capability_error: { reason: 'channel_not_connected' },
  rate_limit_exceeded: { retry_after: 12 },
  provider_outcome_unknown: { message_id: 1042, conversation_id: 17 },
  provider_error: { provider: { code: '131000', message: 'Something went wrong.' } },
};

/** Returns the `error` of a failed response. */
export function errorExample(code: ErrorCode): ErrorBody {
  const { message, retryable } = catalogue[code];
  return { code, message, retryable, ...extras[code] };
}

/** Returns the complete body of a failed response. */
export function failureExample(code: ErrorCode): Json {
  return { ok: false, error: errorExample(code), meta: metaExample };
}
