import { formatTable } from '@chat/test-kit/table';
import type { RoundReport, RunReport } from '@chat/faults';
import type { Tally } from './tally.rules';

const headings = [
  'drill',
  'acknowledged',
  'delivered',
  'double',
  'failed',
  'failing for',
  'first success',
  'all clear',
  'verdict',
];

/** The report for people, without its last line. */
export function formatDrills(
  { rounds, obstacles, endedEarly }: RunReport,
  tallies: ReadonlyMap<RoundReport, Tally>,
): string {
  const counted = rounds.flatMap((round) => {
    const tally = tallies.get(round);
    return tally ? [{ round, tally }] : [];
  });
  return [
    ...rounds.flatMap(({ row, findings }) => findings.map(({ kind, what }) => `${row}: ${kind}: ${what}`)),
    formatTable(
      headings,
      counted.map(({ round, tally }) => toLine(round, tally)),
    ),
    ...counted.flatMap(({ round, tally }) => describeFailures(round, tally)),
    'acknowledged, delivered, double: sends; failed: calls of all kinds; failing for: from the first failed call to the last',
    'first success, all clear: seconds after the end of the drill, the slowest kind of call',
    ...Object.entries(obstacles).map(([name, why]) => `not possible here: ${name} (${why})`),
    ...(endedEarly === null ? [] : [`ended early: ${endedEarly}`]),
  ].join('\n');
}

function toLine({ row, recovery, findings }: RoundReport, tally: Tally): string[] {
  const first = Object.values(recovery.firstSuccessMs);
  return [
    row,
    String(tally.acknowledged),
    String(tally.delivered),
    String(tally.double),
    String(Object.values(tally.failed).reduce((sum, count) => sum + count, 0)),
    `${(tally.failingMs / 1_000).toFixed(1)} s`,
    seconds(first.includes(null) ? null : Math.max(0, ...first.map((ms) => ms ?? 0))),
    seconds(recovery.clearedMs),
    findings.length === 0 ? 'passed' : 'failed',
  ];
}

function describeFailures({ row }: RoundReport, { failed }: Tally): string[] {
  const codes = Object.entries(failed).sort(([, one], [, other]) => other - one);
  if (codes.length === 0) return [];
  return [`${row}: failed with ${codes.map(([code, count]) => `${code} ${count}`).join(', ')}`];
}

function seconds(ms: number | null): string {
  return ms === null ? 'never' : `${(ms / 1_000).toFixed(1)} s`;
}
