import { percentile, spreadOf } from './statistics.rules';
import type { Finding } from './verdict.rules';

/** A figure with its 90 % confidence interval: each bound alone holds with 95 %. */
export interface Estimate {
  value: number;
  low: number;
  high: number;
}

const RESAMPLES = 400;
const CONFIDENCE = 0.95;

/**
 * Estimates how many times as large the p99 of one set of blocks is as that of another. A pause of the garbage
 * collector slows neighbouring calls as well, so whole blocks are resampled: resampling single values would pretend a
 * precision that a few pauses cannot give.
 * @param random from 0 to 1.
 * @throws RangeError without values.
 */
export function p99Ratio(
  blocks: readonly number[][],
  baseline: readonly number[][],
  random: () => number,
): Estimate {
  const typed = (all: readonly number[][]) => all.map((block) => Float64Array.from(block));
  return estimateRatio(typed(blocks), typed(baseline), p99, random);
}

/**
 * Like `p99Ratio`, but compares the p99 of the median block. Pauses of the machine that hit fewer than half of the blocks
 * do not count, so it is more precise; use it for causes that are there in every block.
 */
export function medianP99Ratio(
  blocks: readonly number[][],
  baseline: readonly number[][],
  random: () => number,
): Estimate {
  const p99s = (all: readonly number[][]) => all.map((block) => percentile(block, 0.99));
  return estimateRatio(p99s(blocks), p99s(baseline), (values) => spreadOf(values).median, random);
}

function estimateRatio<Block>(
  own: readonly Block[],
  others: readonly Block[],
  figureOf: (blocks: readonly Block[]) => number,
  random: () => number,
): Estimate {
  const ratios = Array.from(
    { length: RESAMPLES },
    () => figureOf(drawnAgain(own, random)) / figureOf(drawnAgain(others, random)),
  );
  return {
    value: figureOf(own) / figureOf(others),
    low: percentile(ratios, 1 - CONFIDENCE),
    high: percentile(ratios, CONFIDENCE),
  };
}

/** Whether the figure is at most the limit. */
export function findingOf({ low, high }: Estimate, limit: number): Finding {
  if (high <= limit) return 'met';
  return low > limit ? 'missed' : 'open';
}

export function formatEstimate({ value, low, high }: Estimate): string {
  return `${value.toFixed(2)} (${low.toFixed(2)}-${high.toFixed(2)})`;
}

/** Like `percentile`, but on typed arrays, which sort many times as fast. */
function p99(blocks: readonly Float64Array[]): number {
  const sorted = new Float64Array(blocks.reduce((total, { length }) => total + length, 0));
  let filled = 0;
  for (const block of blocks) {
    sorted.set(block, filled);
    filled += block.length;
  }
  const value = sorted.sort()[Math.max(Math.ceil(sorted.length * 0.99) - 1, 0)];
  if (value === undefined) throw new RangeError('There is nothing to compare.');
  return value;
}

function drawnAgain<Block>(blocks: readonly Block[], random: () => number): Block[] {
  return blocks.map(() => blocks[Math.floor(random() * blocks.length)]!);
}
