import type { WebhooksConfig } from '../config';
import { FRESH_MS } from './lane-queues';

/** How much longer than the request a lease lasts: the time to wait for a slot and to record the result. */
const LEASE_MARGIN_MS = FRESH_MS + 5_000;
/** If a claim takes longer than this, its leases might lapse before the attempts end. */
export const LATE_MS = 4_000;

/** Returns how long a claim reserves a delivery. */
export function leaseMsOf({ WEBHOOK_TIMEOUT_MS }: WebhooksConfig): number {
  return WEBHOOK_TIMEOUT_MS + LEASE_MARGIN_MS;
}
