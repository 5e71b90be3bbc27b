/** So many rates in a row have to agree. */
const ALIKE = 3;

/**
 * Whether the last rates are alike: none of the last three is further from another than this share of it. A rate that
 * still rises is not stable.
 */
export function isStable(rates: readonly number[], tolerance: number): boolean {
  const last = rates.slice(-ALIKE);
  if (last.length < ALIKE) return false;
  return Math.max(...last) <= Math.min(...last) * (1 + tolerance);
}
