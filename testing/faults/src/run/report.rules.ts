import { formatTable } from '@chat/test-kit/table';
import type { Finding } from '../oracles/finding';
import type { Recovery } from '../oracles/pace.rules';

/** The result of one round. */
export interface RoundReport {
  readonly row: string;
  readonly isKill: boolean;
  readonly injury: string;
  readonly recovery: Recovery;
  readonly findings: readonly Finding[];
  /** What is worth saying besides. */
  readonly notes: readonly string[];
}

export interface RunReport {
  readonly seed: number;
  readonly seconds: number;
  readonly rounds: readonly RoundReport[];
  /** Rows that are not possible here, with the reason. */
  readonly obstacles: Readonly<Record<string, string>>;
  /** Why the run ended before its plan; null when it did not. */
  readonly endedEarly: string | null;
}

export interface Count {
  readonly passed: number;
  readonly failed: number;
}

/** Counts rounds without and with a finding. A run that did not complete its plan counts as a failure. */
export function countOf({ rounds, endedEarly }: RunReport): Count {
  const failed = rounds.filter(({ findings }) => findings.length > 0).length;
  const passed = rounds.length - failed;
  return { passed, failed: failed + (endedEarly !== null || rounds.length === 0 ? 1 : 0) };
}

/** The report for people, without its last line. */
export function formatReport(report: RunReport): string {
  const { rounds, obstacles, seed, seconds, endedEarly } = report;
  const names = [...new Set(rounds.map(({ row }) => row))];
  const kills = rounds.filter(({ isKill }) => isKill);
  const lines = names.map((name) =>
    toLine(
      name,
      rounds.filter(({ row }) => row === name),
    ),
  );
  const headings = [
    'fault',
    'rounds',
    'lost',
    'double',
    'unsettled',
    'late',
    'failed',
    'wrong',
    'first success',
    'settled',
    'cleared',
  ];
  return [
    ...rounds.flatMap(describeFindings),
    formatTable(headings, [
      ...lines,
      ...(kills.length > 0 ? [toLine('all kills', kills)] : []),
      toLine('all', rounds),
    ]),
    'first success, settled, cleared: the slowest round, in seconds after the fault was over',
    ...rounds.flatMap(({ row, notes }) => notes.map((note) => `${row}: ${note}`)),
    ...Object.entries(obstacles).map(([name, why]) => `not possible here: ${name} (${why})`),
    ...(endedEarly === null ? [] : [`ended early: ${endedEarly}`]),
    `seed ${seed}, ${Math.round(seconds)} s`,
  ].join('\n');
}

function toLine(name: string, rounds: readonly RoundReport[]): string[] {
  const count = (kind: Finding['kind']) =>
    rounds.reduce((sum, { findings }) => sum + findings.filter((finding) => finding.kind === kind).length, 0);
  const kinds = (['lost', 'double', 'unsettled', 'late', 'failed', 'wrong'] as const).map((kind) =>
    String(count(kind)),
  );
  return [
    name,
    String(rounds.length),
    ...kinds,
    slowest(rounds.flatMap(({ recovery }) => Object.values(recovery.firstSuccessMs))),
    slowest(rounds.map(({ recovery }) => recovery.settledMs)),
    slowest(rounds.map(({ recovery }) => recovery.clearedMs)),
  ];
}

function slowest(times: readonly (number | null)[]): string {
  if (times.length === 0) return '-';
  if (times.includes(null)) return 'never';
  return (Math.max(...times.map((ms) => ms ?? 0)) / 1_000).toFixed(1);
}

const SHOWN = 10;

function describeFindings({ row, injury, findings }: RoundReport): string[] {
  if (findings.length === 0) return [];
  const rest = findings.length - SHOWN;
  return [
    `${row}: ${injury}`,
    ...findings.slice(0, SHOWN).map(({ kind, what }) => `  ${kind}: ${what}`),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ];
}
