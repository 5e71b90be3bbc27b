import type { Spread } from './statistics.rules';

/** Aligns rows under their headings: the first column to the left, all others to the right. */
export function formatTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      widths
        .map((width, column) => {
          const cell = line[column] ?? '';
          return column === 0 ? cell.padEnd(width) : cell.padStart(width);
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A median with its range, as one cell. */
export function withRange({ median, min, max }: Spread, digits: number): string {
  return `${median.toFixed(digits)} (${min.toFixed(digits)}-${max.toFixed(digits)})`;
}

/** The ratios of two targets as cells: rate, median latency and, if measured, CPU time. */
export function ratioCells({ rate, p50, cpu }: { rate: Spread; p50: Spread; cpu: Spread | null }): string[] {
  return [withRange(rate, 2), withRange(p50, 2), cpu ? withRange(cpu, 2) : ''];
}
