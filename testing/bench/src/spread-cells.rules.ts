import type { Spread } from './statistics.rules';

/** A median with its range, as one cell. */
export function withRange({ median, min, max }: Spread, digits: number): string {
  return `${median.toFixed(digits)} (${min.toFixed(digits)}-${max.toFixed(digits)})`;
}

/** The ratios of two targets as cells: rate, median latency and, if measured, CPU time. */
export function ratioCells({ rate, p50, cpu }: { rate: Spread; p50: Spread; cpu: Spread | null }): string[] {
  return [withRange(rate, 2), withRange(p50, 2), cpu ? withRange(cpu, 2) : ''];
}
