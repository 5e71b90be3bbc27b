import type { Topology } from '../bench';
import type { Costs, Spent } from '../installation/meter';
import { describeDisturbance, type Disturbance } from '../quiet/disturbance.rules';
import { spreadOf } from '../statistics.rules';
import { formatTable } from '@chat/test-kit/table';
import { withRange } from '../spread-cells.rules';
import { atMost, formatVerdicts, type Verdict } from '../verdict.rules';
import type { Comparison, Summary } from './comparison.rules';
import { formatStatements, type StatementCost } from './statements.rules';

/** A comparison with the row measured, its goal, and how quiet the machine was. */
export interface Result extends Comparison {
  operation: string;
  path: string;
  connections: number;
  verdicts: Verdict[];
  /** Ours; null unless requested. */
  statements: StatementCost[] | null;
  rounds: { repeated: number; disturbed: number; worst: Disturbance };
}

/** All rows of one topology. */
export interface MeasuredTopology {
  topology: Topology;
  /** The cost of an idle second. */
  idle: Spent;
  results: Result[];
  /** After all rows, by process; null if the system does not report it. */
  memoryMiB: Record<string, number> | null;
}

/** The limit for `standalone` after load. */
const MEMORY_LIMIT_MIB = 300;

const speedHeadings = ['operation', 'conns', '', 'req/s', 'p50 ms', 'p99 ms', 'CPU ms/req', 'drained ms'];

const costNames: Record<keyof Costs, string> = {
  statements: 'SQL statements',
  commits: 'commits',
  fsyncs: 'WAL fsyncs',
  natsMessages: 'NATS messages in',
};

const about = `The floor is one plain Fastify and pg process with prepared statements. For each request it does the same durable SQL
as a straightforward program, one statement after the other, and the same call of the phones' network or of the
provider; it checks the same credential and the same rate limit. It publishes no events, keeps no receipts, delivers
no webhooks, writes no log, and survives no crash in the middle of a send.`;

/** The tables for people: speeds with their ranges, the cost of a request, and the goals. */
export function formatReport(measured: readonly MeasuredTopology[]): string {
  const results = measured.flatMap((topology) => topology.results);
  return [
    formatSpeeds(results),
    ...(results.some(({ ours }) => ours.cpuMs)
      ? [formatByName('CPU ms per request', results, 'cpuMsByProcess')]
      : []),
    formatCosts(measured),
    formatByName('SQL statements per request', results, 'statementsByUser'),
    ...results.flatMap((result) =>
      result.statements ? [formatStatements(rowName(result), result.statements)] : [],
    ),
    ...measured.map(formatMemory),
    formatGoals(measured),
    formatQuiet(results),
    about,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function formatSpeeds(results: readonly Result[]): string {
  return formatTable(
    speedHeadings,
    results.flatMap((result) => [
      [result.operation, String(result.connections), 'ours', ...figures(result.ours)],
      [result.path, '', 'floor', ...figures(result.floor)],
      ['', '', 'ratio', ...ratios(result)],
    ]),
  );
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
  return [withRange(ratio.rate, 2), withRange(ratio.p50, 2), '', ratio.cpu ? withRange(ratio.cpu, 2) : ''];
}

function formatCosts(measured: readonly MeasuredTopology[]): string {
  const names = Object.keys(costNames) as (keyof Costs)[];
  return formatTable(
    ['per request', 'conns', '', ...names.map((name) => costNames[name])],
    measured.flatMap(({ topology, idle, results }) => [
      ...results.flatMap(({ operation, connections, ours, floor }) => [
        [operation, String(connections), 'ours', ...names.map((name) => withRange(ours.costs[name], 1))],
        ['', '', 'floor', ...names.map((name) => withRange(floor.costs[name], 1))],
      ]),
      [`an idle second (${topology})`, '', 'ours', ...names.map((name) => idle.costs[name].toFixed(1))],
    ]),
  );
}

/** One line per row and target, one column for each name with a noticeable share in any of them. */
function formatByName(
  heading: string,
  results: readonly Result[],
  key: 'cpuMsByProcess' | 'statementsByUser',
): string {
  const lines = results.flatMap(({ operation, connections, ours, floor }) => [
    { what: operation, connections: String(connections), target: 'ours', values: ours[key] },
    { what: '', connections: '', target: 'floor', values: floor[key] },
  ]);
  const names = [...new Set(lines.flatMap(({ values }) => Object.keys(values)))].filter((name) =>
    lines.some(({ values }) => (values[name] ?? 0) >= 0.01),
  );
  return formatTable(
    [heading, 'conns', '', ...names],
    lines.map(({ what, connections, target, values }) => [
      what,
      connections,
      target,
      ...names.map((name) => values[name]?.toFixed(2) ?? '-'),
    ]),
  );
}

function formatMemory({ topology, memoryMiB }: MeasuredTopology): string {
  if (!memoryMiB) return '';
  const processes = Object.keys(memoryMiB);
  return formatTable(
    ['MiB resident after load', ...processes],
    [[topology, ...processes.map((name) => memoryMiB[name]!.toFixed(0))]],
  );
}

function formatGoals(measured: readonly MeasuredTopology[]): string {
  return formatVerdicts(
    measured.flatMap(({ results, memoryMiB }) => [
      ...results.map((result) => ({ name: rowName(result), verdicts: result.verdicts })),
      { name: 'standalone', verdicts: judgeMemory(memoryMiB?.['standalone']) },
    ]),
  );
}

function judgeMemory(standaloneMiB: number | undefined): Verdict[] {
  if (standaloneMiB === undefined) return [];
  return [atMost('MiB resident after load', MEMORY_LIMIT_MIB, spreadOf([standaloneMiB]))];
}

/** Lists the figures that are not reliable. */
function formatQuiet(results: readonly Result[]): string {
  const repeated = results.reduce((total, { rounds }) => total + rounds.repeated, 0);
  if (repeated === 0) return 'Nothing else disturbed the machine.';
  const given = results.filter(({ rounds }) => rounds.disturbed > 0);
  return [
    `${repeated} more rounds were measured because something else disturbed the machine.`,
    ...(given.length > 0 ? ['Still disturbed after all repetitions:'] : []),
    ...given.map(
      (result) =>
        `  ${rowName(result)}: ${result.rounds.disturbed}, ${describeDisturbance(result.rounds.worst)}`,
    ),
  ].join('\n');
}

function rowName({ operation, connections }: Result): string {
  return `${operation}, ${connections} connection${connections === 1 ? '' : 's'}`;
}
