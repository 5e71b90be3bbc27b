/** The plan's limit, and what is left of it, when there is none. */
export const UNLIMITED = -1;

/** Of an account, whatever its plan: their list is returned whole. */
export const MAX_CHANNELS = 1_000;

/** Free channel slots, never below 0; -1 only where the plan is unlimited. */
export function remainingSlots(limit: number, inUse: number): number {
  return limit === UNLIMITED ? UNLIMITED : Math.max(limit - inUse, 0);
}

export function hasFreeSlot(limit: number, inUse: number): boolean {
  return inUse < MAX_CHANNELS && remainingSlots(limit, inUse) !== 0;
}
