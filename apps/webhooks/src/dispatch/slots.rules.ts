import type { Lane } from '../lanes/lane';

/** A lane with due deliveries. */
export interface DueLane extends Lane {
  /** Its requests in flight. */
  inFlight: number;
  /** Its maximum number of concurrent requests. */
  limit: number;
}

export interface Share extends Lane {
  /** How many more requests to the endpoint may start. */
  quota: number;
}

/** How many equal shares are held back, so that slots stay free for endpoints that come later. */
const SPARE_SHARES = 8;

/**
 * Returns how many slots each of the accounts with due deliveries may hold: a quarter of all at most, and the fewer, the fewer
 * are free. So there is room for the next account, even if others come one after the other and
 * never respond: a fifth of all after eleven, a twentieth after fifty.
 */
export function mostOfAccount(
  free: number,
  { of: size, accounts }: { of: number; accounts: number },
): number {
  const part = (free * free) / (0.75 * size * (accounts + 2));
  return Math.max(1, Math.floor(Math.min(part, size / 4)));
}

/**
 * Divides free slots among endpoints with due deliveries. Each may hold one equal share of the free slots, at least one
 * slot, and no more than its limit; the least busy come first. Since some shares are spared, endpoints that never
 * respond can only fill their own shares, and a later endpoint still finds a slot at once.
 * @param roomOf how many slots an account may still use across all of its endpoints.
 */
export function shareSlots(
  free: number,
  lanes: readonly DueLane[],
  roomOf: (accountId: number) => number,
): Share[] {
  const mostHeld = Math.max(1, Math.floor(free / (lanes.length + SPARE_SHARES)));
  const rooms = new Map<number, number>();
  const shares: Share[] = [];
  let left = free;
  for (const { accountId, webhookId, inFlight, limit } of lanes.toSorted((a, b) => a.inFlight - b.inFlight)) {
    const room = rooms.get(accountId) ?? roomOf(accountId);
    const quota = Math.min(Math.min(mostHeld, limit) - inFlight, left, room);
    if (quota <= 0) continue;
    shares.push({ accountId, webhookId, quota });
    left -= quota;
    rooms.set(accountId, room - quota);
  }
  return shares;
}

/** Reduces shares to a common maximum so that their sum does not exceed `most`; the first shares get the remainder. */
export function capShares(shares: readonly Share[], most: number): Share[] {
  const dealt = shares.map(() => 0);
  const isWanting = (index: number) => dealt[index]! < shares[index]!.quota;
  let wanting = [...shares.keys()].filter(isWanting);
  let left = most;
  while (left > 0 && wanting.length > 0) {
    const each = Math.max(1, Math.floor(left / wanting.length));
    for (const index of wanting.slice(0, left)) {
      const more = Math.min(each, shares[index]!.quota - dealt[index]!);
      dealt[index]! += more;
      left -= more;
    }
    wanting = wanting.filter(isWanting);
  }
  return shares.flatMap((share, index) => (dealt[index]! > 0 ? [{ ...share, quota: dealt[index]! }] : []));
}

/**
 * Returns the larger of the two shares per lane, in the order of the first list; lanes only in the second come last.
 */
export function largerShares(shares: readonly Share[], others: readonly Share[]): Share[] {
  const merged = new Map(shares.map((share) => [share.webhookId, share]));
  for (const share of others) {
    if (share.quota > (merged.get(share.webhookId)?.quota ?? 0)) merged.set(share.webhookId, share);
  }
  return [...merged.values()];
}
