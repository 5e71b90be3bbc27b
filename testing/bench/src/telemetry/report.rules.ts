import type { Comparison, Summary } from '../api/comparison.rules';
import { disturbedRounds, type Disturbance } from '../quiet/disturbance.rules';
import { formatTable } from '@chat/test-kit/table';
import { ratioCells, withRange } from '../spread-cells.rules';
import { atMost, formatVerdicts, openIfDisturbed } from '../verdict.rules';

/** Maximum multiple of the CPU time with all off. */
const CPU_GOALS: Readonly<Record<string, number>> = {
  metrics: 1.05,
  'request-log': 1.05,
  'request-log-ping': 1.15,
  'traces of 1 %': 1.05,
  'traces of 100 %': 1.5,
};

/** The same operation with something on, and with all off. */
export interface Result {
  name: string;
  connections: number;
  on: Summary;
  off: Summary;
  ratio: Comparison['ratio'];
  rounds: { repeated: number; disturbed: number; worst: Disturbance };
}

const headings = ['with', 'conns', '', 'req/s', 'p50 ms', 'CPU ms/req', 'SQL/req'];

/** The table for people, with the goals. */
export function formatReport(results: readonly Result[]): string {
  const lines = results.flatMap(({ name, connections, on, off, ratio }) => [
    [name, String(connections), 'on', ...figures(on)],
    ['', '', 'off', ...figures(off)],
    ['', '', 'ratio', ...ratioCells(ratio)],
  ]);
  const goals = results.map((result) => ({
    name: nameOf(result),
    verdicts: openIfDisturbed(
      [atMost('CPU against that with all off', CPU_GOALS[result.name] ?? Infinity, result.ratio.cpu)],
      result.rounds,
    ),
  }));
  const disturbed = results.flatMap((result) => disturbedRounds(nameOf(result), result.rounds));
  return [formatTable(headings, lines), formatVerdicts(goals), ...disturbed].join('\n\n');
}

function figures({ rate, p50Ms, cpuMs, costs }: Summary): string[] {
  return [
    withRange(rate, 0),
    withRange(p50Ms, 1),
    cpuMs ? withRange(cpuMs, 3) : '',
    withRange(costs.statements, 2),
  ];
}

function nameOf({ name, connections }: Result): string {
  return `${name}, ${connections} connections`;
}
