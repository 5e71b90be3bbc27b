/** Number of consecutive rates that have to agree. */
const ALIKE = 3;

/** Whether the last three rates differ by at most this share. A rate that still rises is not stable. */
export function isStable(rates: readonly number[], tolerance: number): boolean {
  const last = rates.slice(-ALIKE);
  if (last.length < ALIKE) return false;
  return Math.max(...last) <= Math.min(...last) * (1 + tolerance);
}
