import type { Arrival } from '../engines/device-engine';

const MESSAGES_LINGER_MS = 10;
const RECEIPTS_LINGER_MS = 25;

/**
 * How long a session waits after arrivals that came together, in milliseconds, so that the next ones share the cost of
 * writing them down: a message that comes alone does not delay another, and nobody waits for a receipt.
 */
export function lingerMsAfter(arrivals: readonly Arrival[]): number {
  if (arrivals.every(({ type }) => type === 'receipt')) return RECEIPTS_LINGER_MS;
  return arrivals.length > 1 ? MESSAGES_LINGER_MS : 0;
}
