import type { WebhooksConfig } from '../config';

/**
 * How long a claimed delivery may wait: the data it was claimed with may have changed, and its lease must outlast its
 * attempt.
 */
export const LONGEST_WAIT_MS = 2_000;

/** How much longer than the request a lease lasts: the time to wait for a slot and to record the result. */
const LEASE_MARGIN_MS = LONGEST_WAIT_MS + 5_000;
/** If a claim takes longer than this, its leases might lapse before the attempts end. */
export const LATE_MS = 4_000;

/** Returns how long a claim reserves a delivery. */
export function leaseMsOf({ WEBHOOK_TIMEOUT_MS }: WebhooksConfig): number {
  return WEBHOOK_TIMEOUT_MS + LEASE_MARGIN_MS;
}
