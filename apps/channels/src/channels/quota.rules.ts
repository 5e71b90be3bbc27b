/** The limit, and the number of remaining slots, of an unlimited plan. */
export const UNLIMITED = -1;

/** Maximum per account, whatever its plan, because the list of channels is returned unpaged. */
export const MAX_CHANNELS = 1_000;

/** Returns the free channel slots, never below 0 except for -1 on an unlimited plan. */
export function remainingSlots(limit: number, inUse: number): number {
  return limit === UNLIMITED ? UNLIMITED : Math.max(limit - inUse, 0);
}

export function hasFreeSlot(limit: number, inUse: number): boolean {
  return inUse < MAX_CHANNELS && remainingSlots(limit, inUse) !== 0;
}
