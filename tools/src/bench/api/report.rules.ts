import type { Spread } from '../statistics.rules';
import { formatTable } from '../table.rules';
import type { Comparison, Summary } from './comparison.rules';

/** A comparison with what was measured and what we want. */
export interface Result extends Comparison {
  operation: string;
  path: string;
  connections: number;
  goal: { rate: number; cpu: number };
}

const headings = ['operation', 'conns', '', 'req/s', 'p50 ms', 'p99 ms', 'CPU ms/req', 'drained ms'];

/** The tables for people: speeds with their ranges, and which process the CPU time went to. */
export function formatReport(results: readonly Result[]): string {
  const speeds = formatTable(
    headings,
    results.flatMap((result) => [
      [result.operation, String(result.connections), 'ours', ...figures(result.ours)],
      [result.path, '', 'floor', ...figures(result.floor)],
      ['', '', 'ratio', ...ratios(result)],
      ['', '', 'goal', `>= ${result.goal.rate}`, '', '', `<= ${result.goal.cpu}`],
    ]),
  );
  return results.some(({ ours }) => ours.cpuMs) ? `${speeds}\n\n${formatCpu(results)}` : speeds;
}

function figures({ rate, p50Ms, p99Ms, cpuMs, drainMs }: Summary): string[] {
  return [
    withRange(rate, 0),
    withRange(p50Ms, 1),
    withRange(p99Ms, 1),
    cpuMs ? withRange(cpuMs, 2) : '',
    drainMs.median.toFixed(0),
  ];
}

function ratios({ ratio }: Result): string[] {
  return [withRange(ratio.rate, 2), '', '', ratio.cpu ? withRange(ratio.cpu, 2) : ''];
}

function withRange({ median, min, max }: Spread, digits: number): string {
  return `${median.toFixed(digits)} (${min.toFixed(digits)}-${max.toFixed(digits)})`;
}

function formatCpu(results: readonly Result[]): string {
  const columns = results.flatMap(({ operation, ours, floor }) => [
    { heading: operation, cpu: ours.cpuMsByProcess },
    { heading: 'floor', cpu: floor.cpuMsByProcess },
  ]);
  const names = [...new Set(columns.flatMap(({ cpu }) => Object.keys(cpu)))];
  return formatTable(
    ['CPU ms a request', ...columns.map(({ heading }) => heading)],
    names.map((name) => [name, ...columns.map(({ cpu }) => cpu[name]?.toFixed(2) ?? '-')]),
  );
}
