import { findingOf, formatEstimate, medianP99Ratio, type Estimate } from '../bootstrap.rules';
import { describeDisturbance, type Choice } from '../quiet/disturbance.rules';
import { percentile, spreadOf, type Spread } from '../statistics.rules';
import { formatTable } from '@chat/test-kit/table';
import type { Finding } from '../verdict.rules';

/** The measurements of the tenants and the process over some seconds. */
export interface Period {
  /** The latencies of the calls of each second. */
  latenciesMs: number[][];
  /** Calls that were not answered with 2xx. */
  failed: number;
  /** CPU time of the product's process, in percent of one core; null if the system does not report it. */
  cpuPercent: number | null;
  /** How most attempts to call the endpoint ended. */
  outcome: string;
}

export interface Result {
  kind: string;
  calls: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
  /** The p99 of the median second divided by that with good receivers. */
  ratio: Estimate;
  finding: Finding;
  cpuPercent: Spread | null;
  outcome: string;
  /** Failed calls of the tenants. */
  failed: number;
  /** Number of periods that something else on the machine disturbed in spite of repetitions. */
  disturbed: number;
  disturbance: string;
}

/** Maximum multiple of a tenant's latency with a good receiver. */
const LIMIT = 1.2;
const HEADINGS = [
  'endpoint',
  'calls',
  'p50 ms',
  'p99 ms',
  'max ms',
  'ratio (90 % interval)',
  `<= ${LIMIT}`,
  'CPU %',
  'outcome',
  'failed',
  'disturbed',
];

/** @throws RangeError without periods. */
export function resultOf(
  kind: string,
  { rounds: periods, disturbed, worst }: Choice<Period>,
  baseline: readonly number[][],
  random: () => number,
): Result {
  const blocks = periods.flatMap(({ latenciesMs }) => latenciesMs);
  const latenciesMs = blocks.flat();
  const ratio = medianP99Ratio(blocks, baseline, random);
  const cpu = periods.flatMap(({ cpuPercent }) => cpuPercent ?? []);
  return {
    kind,
    calls: latenciesMs.length,
    p50Ms: percentile(latenciesMs, 0.5),
    p99Ms: percentile(latenciesMs, 0.99),
    maxMs: percentile(latenciesMs, 1),
    ratio,
    finding: findingOf(ratio, LIMIT),
    cpuPercent: cpu.length > 0 ? spreadOf(cpu) : null,
    outcome: periods.at(-1)?.outcome ?? '',
    failed: periods.reduce((total, { failed }) => total + failed, 0),
    disturbed,
    disturbance: describeDisturbance(worst),
  };
}

/** One line per kind. */
export function formatResults(results: readonly Result[]): string {
  const table = formatTable(
    HEADINGS,
    results.map(({ kind, calls, p50Ms, p99Ms, maxMs, ratio, finding, ...rest }) => [
      kind,
      String(calls),
      ...[p50Ms, p99Ms, maxMs].map((ms) => ms.toFixed(1)),
      formatEstimate(ratio),
      finding,
      rest.cpuPercent?.median.toFixed(0) ?? '',
      rest.outcome,
      String(rest.failed),
      String(rest.disturbed),
    ]),
  );
  const disturbed = results
    .filter((result) => result.disturbed > 0)
    .map(
      ({ kind, disturbed: count, disturbance }) => `Disturbed, ${count} periods of ${kind}: ${disturbance}.`,
    );
  return [table, ...disturbed].join('\n');
}
