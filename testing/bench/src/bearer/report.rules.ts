import type { Comparison, Summary } from '../api/comparison.rules';
import { disturbedRounds, type Disturbance } from '../quiet/disturbance.rules';
import { formatTable } from '@chat/test-kit/table';
import { ratioCells, withRange } from '../spread-cells.rules';
import { atMost, formatVerdicts, openIfDisturbed } from '../verdict.rules';

/** Maximum multiple of the CPU time of a request with a key. */
const CPU_GOAL = 1.1;

/** One request with both kinds of credential. */
export interface Result {
  operation: string;
  path: string;
  connections: number;
  token: Summary;
  key: Summary;
  ratio: Comparison['ratio'];
  rounds: { repeated: number; disturbed: number; worst: Disturbance };
}

const headings = [
  'request',
  'conns',
  'with',
  'req/s',
  'p50 ms',
  'CPU ms/req',
  'gateway CPU ms/req',
  'SQL/req',
];

/** The table for people, with the goal. */
export function formatReport(results: readonly Result[]): string {
  const lines = results.flatMap(({ operation, path, connections, token, key, ratio }) => [
    [operation, String(connections), 'token', ...figures(token)],
    [path, '', 'key', ...figures(key)],
    ['', '', 'ratio', ...ratioCells(ratio)],
  ]);
  const goals = results.map((result) => ({
    name: nameOf(result),
    verdicts: openIfDisturbed(
      [atMost('CPU per request against that with a key', CPU_GOAL, result.ratio.cpu)],
      result.rounds,
    ),
  }));
  const disturbed = results.flatMap((result) => disturbedRounds(nameOf(result), result.rounds));
  return [formatTable(headings, lines), formatVerdicts(goals), ...disturbed].join('\n\n');
}

function figures({ rate, p50Ms, cpuMs, cpuMsByProcess, costs }: Summary): string[] {
  return [
    withRange(rate, 0),
    withRange(p50Ms, 1),
    cpuMs ? withRange(cpuMs, 3) : '',
    cpuMsByProcess['gateway']?.toFixed(3) ?? '',
    withRange(costs.statements, 2),
  ];
}

function nameOf({ operation, connections }: Result): string {
  return `${operation}, ${connections} connections`;
}
