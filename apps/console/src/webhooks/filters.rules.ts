import type { DeliveryFilters } from '../api/webhooks';
import { readId, readOneOf, readText } from '../ui/filters.rules';

export const statuses = ['pending', 'succeeded', 'failed', 'blocked'] as const;

/** What the log of an endpoint shows, as it stands in the address. */
export interface LogView extends DeliveryFilters {
  /** The delivery that is open. */
  readonly delivery?: number;
}

/** Reads it from an address that anyone may have written. */
export function readLogView(search: Record<string, unknown>): LogView {
  return {
    status: readOneOf(search['status'], statuses),
    event: typeof search['event'] === 'string' ? readText(search['event'], 100) : undefined,
    delivery: readId(search['delivery']),
  };
}

/** Since when failed deliveries are sent again. */
export const spans = ['1', '24', '168', '720'] as const;
export type Span = (typeof spans)[number];

const HOUR_MS = 3_600_000;

export function sinceOf(span: Span, now: number): string {
  return new Date(now - Number(span) * HOUR_MS).toISOString();
}
