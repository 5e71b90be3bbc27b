/** The plan's limit, and what is left of it, when there is none. */
export const UNLIMITED = -1;

/** Free channel slots, never below 0; -1 only where the plan is unlimited. */
export function remainingSlots(limit: number, inUse: number): number {
  return limit === UNLIMITED ? UNLIMITED : Math.max(limit - inUse, 0);
}

export function hasFreeSlot(limit: number, inUse: number): boolean {
  return remainingSlots(limit, inUse) !== 0;
}
