/** The spread of several measurements. */
export interface Spread {
  median: number;
  min: number;
  max: number;
}

/** @throws RangeError without values. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const [min, max] = [sorted[0], sorted.at(-1)];
  if (min === undefined || max === undefined) throw new RangeError('There is nothing to compare.');
  const middle = (sorted.length - 1) / 2;
  return { median: (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2, min, max };
}

/**
 * The smallest value that at least this share (0 to 1) of all values does not exceed.
 * @throws RangeError without values.
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.max(Math.ceil(sorted.length * share) - 1, 0)];
  if (value === undefined) throw new RangeError('There is nothing to compare.');
  return value;
}
