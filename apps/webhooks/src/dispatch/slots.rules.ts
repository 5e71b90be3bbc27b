/** An endpoint with due deliveries, and how many of its requests run now. */
export interface DueLane {
  accountId: number;
  webhookId: number;
  inFlight: number;
  /** Whether it gets one request at a time. */
  isThrottled: boolean;
}

export interface Share {
  accountId: number;
  webhookId: number;
  /** How many more requests to the endpoint may start. */
  quota: number;
}

/** Shares that nobody gets: they stay free for endpoints that come later. */
const SPARE_SHARES = 8;

/**
 * Divides free slots among endpoints with due deliveries. Each may hold one equal share of what is free, at least one
 * slot, and one that is throttled no more than that; the least busy come first. Since some shares are spared, endpoints
 * that never answer can fill their own shares only: one that comes later still finds a slot at once.
 */
export function shareSlots(free: number, lanes: readonly DueLane[]): Share[] {
  const mostHeld = Math.max(1, Math.floor(free / (lanes.length + SPARE_SHARES)));
  const shares: Share[] = [];
  let left = free;
  for (const lane of lanes.toSorted((a, b) => a.inFlight - b.inFlight)) {
    const { accountId, webhookId, inFlight, isThrottled } = lane;
    const quota = Math.min((isThrottled ? 1 : mostHeld) - inFlight, left);
    if (quota <= 0) continue;
    shares.push({ accountId, webhookId, quota });
    left -= quota;
  }
  return shares;
}
