import type { WebhooksConfig } from '../config';
import { FRESH_MS } from './lane-queues';

/** A lease outlasts the request by the time to wait for a slot and to write its result. */
const LEASE_MARGIN_MS = FRESH_MS + 5_000;
/** A claim that takes longer than this is one whose leases might end before its attempts. */
export const LATE_MS = 4_000;

/** How long a claim keeps a delivery from others. */
export function leaseMsOf({ WEBHOOK_TIMEOUT_MS }: WebhooksConfig): number {
  return WEBHOOK_TIMEOUT_MS + LEASE_MARGIN_MS;
}
