import { formatTable } from '@chat/test-kit/table';
import type { Comparison, Summary } from '../api/comparison.rules';
import { disturbedRounds, type Disturbance } from '../quiet/disturbance.rules';
import { ratioCells, withRange } from '../spread-cells.rules';
import { spreadOf, type Spread } from '../statistics.rules';
import { atMost, formatVerdicts, openIfDisturbed, type Verdict } from '../verdict.rules';
import type { BackupFigures } from './backup';
import type { RetentionFigures, Sweep, Window } from './retention';
import { deliveriesOf, messagesOf, type Shape } from './shape';
import type { Sizes } from './sizes';

/** One request, in the small and in the large installation. */
export interface Row {
  name: string;
  small: Summary;
  large: Summary;
  /** The large one divided by the small one, within rounds. */
  ratio: Comparison['ratio'];
  rounds: { repeated: number; disturbed: number; worst: Disturbance };
}

export interface Figures {
  small: Shape;
  large: Shape;
  rows: Row[];
  retention: RetentionFigures;
  sizes: Sizes;
  backup: BackupFigures;
}

/** Maximum ratio of the time of a request in the large installation to that in the small one. */
const LIMIT = 1.2;
const RECKONED = [10_000_000, 50_000_000];
const MB = 1e6;

export function verdictsOf({ ratio, rounds }: Row): Verdict[] {
  const { median, min, max } = ratio.rate;
  // Each connection makes one request after another, so the time of a request is the inverse of the rate.
  const time: Spread = { median: 1 / median, min: 1 / max, max: 1 / min };
  return openIfDisturbed([atMost('time of a request, large / small', LIMIT, time)], rounds);
}

export function formatReport(figures: Figures): string {
  const { rows } = figures;
  const disturbed = rows.flatMap((row) => disturbedRounds(row.name, row.rounds));
  return [
    `The small installation has ${describeShape(figures.small)}\nThe large installation has ${describeShape(figures.large)}`,
    describeRequests(rows),
    formatVerdicts(rows.map((row) => ({ name: row.name, verdicts: verdictsOf(row) }))),
    ...disturbed,
    describeRetention(figures.retention),
    describeSizes(figures),
    describeBackup(figures.backup),
    describeReckoned(figures),
  ].join('\n\n');
}

function describeShape(shape: Shape): string {
  const { accounts, messages, conversations, days } = shape;
  return `${accounts} accounts, ${count(messagesOf(shape))} messages and ${count(deliveriesOf(shape))} deliveries of ${days} days: ${count(messages)} messages in ${count(conversations)} conversations each.`;
}

function describeRequests(rows: readonly Row[]): string {
  const cells = ({ rate, p50Ms, p99Ms, cpuMs }: Summary) => [
    withRange(rate, 0),
    withRange(p50Ms, 1),
    cpuMs ? withRange(cpuMs, 2) : '',
    withRange(p99Ms, 1),
  ];
  const lines = rows.flatMap(({ name, small, large, ratio }) => [
    [name, 'small', ...cells(small)],
    ['', 'large', ...cells(large)],
    ['', 'ratio', ...ratioCells(ratio), ''],
  ]);
  return formatTable(['request, 16 connections', '', 'req/s', 'p50 ms', 'CPU ms/req', 'p99 ms'], lines);
}

function describeRetention({ perSecond, without, deliveries, messages }: RetentionFigures): string {
  const sends = (windows: readonly Window[]) => [
    withRange(spreadOf(windows.map(({ p50Ms }) => p50Ms)), 1),
    withRange(spreadOf(windows.map(({ p99Ms }) => p99Ms)), 1),
  ];
  const sweep = (name: string, { rows, seconds, windows }: Sweep) => [
    name,
    count(rows),
    seconds.toFixed(1),
    count(rows / seconds),
    ...sends(windows),
  ];
  const table = formatTable(
    ['deleted meanwhile', 'rows', 'seconds', 'rows/s', 'p50 ms of sends', 'p99 ms of sends'],
    [
      ['nothing', '', '', '', ...sends(without)],
      sweep('deliveries', deliveries),
      sweep('messages', messages),
    ],
  );
  return `Retention in the large installation, beside ${perSecond} sends per second:\n\n${table}`;
}

function describeSizes({ sizes, large }: Figures): string {
  const table = formatTable(
    ['table', 'rows', 'MB', 'MB of indexes', 'bytes per row'],
    sizes.tables.map(({ name, rows, tableBytes, indexBytes }) => [
      name,
      count(rows),
      count(tableBytes / MB),
      count(indexBytes / MB),
      count((tableBytes + indexBytes) / Math.max(rows, 1)),
    ]),
  );
  const each = count(sizes.databaseBytes / messagesOf(large));
  return `${table}\n\nThe whole database has ${count(sizes.databaseBytes / MB)} MB: ${each} bytes for each message, with everything that it causes.`;
}

function describeBackup({ bytes, copyMs, startMs, countMs, rows }: BackupFigures): string {
  const counted = Object.entries(rows).map(([table, number]) => `${count(number)} ${table}`);
  return [
    `A base backup of ${count(bytes / MB)} MB took ${seconds(copyMs)} (${count(bytes / MB / (copyMs / 1_000))} MB/s, to the same disk).`,
    `A Postgres that was started on it answered after ${seconds(startMs)}, and had counted its rows after another ${seconds(countMs)}:`,
    `${counted.join(', ')}.`,
  ].join('\n');
}

/** In proportion to what was measured. */
export function describeReckoned({ large, sizes, backup, retention }: Figures): string {
  const lines = RECKONED.map((messages) => {
    const times = messages / messagesOf(large);
    return [
      count(messages),
      count(deliveriesOf(large) * times),
      ((sizes.databaseBytes / 1e9) * times).toFixed(0),
      minutes(backup.copyMs * times),
      minutes(dayMs(retention.deliveries, deliveriesOf(large), large.days) * times),
      minutes(dayMs(retention.messages, messagesOf(large), large.days) * times),
    ];
  });
  const table = formatTable(
    [
      'messages',
      'deliveries',
      'GB',
      'minutes of a base backup',
      'of deleting the deliveries of a day',
      'of deleting the messages of a day',
    ],
    lines,
  );
  return `Reckoned in proportion, not measured:\n\n${table}`;
}

/** How long it would take to delete what comes in a day. */
function dayMs({ rows, seconds: took }: Sweep, total: number, days: number): number {
  return rows === 0 ? 0 : (total / days / rows) * took * 1_000;
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en');
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

function minutes(ms: number): string {
  return (ms / 60_000).toFixed(1);
}
