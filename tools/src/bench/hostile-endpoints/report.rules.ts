import { percentile, spreadOf, type Spread } from '../statistics.rules';
import { formatTable } from '../table.rules';

/** What the tenants and the process went through for some seconds. */
export interface Period {
  latenciesMs: number[];
  /** Calls that were not answered with 2xx. */
  failed: number;
  /** CPU time of the product's process, in percent of one core; null where the system does not tell. */
  cpuPercent: number | null;
  /** How most attempts to call the endpoint ended. */
  outcome: string;
}

/** The tenants beside a good receiver and beside the endpoint, one right after the other. */
export interface Round {
  alone: Period;
  beside: Period;
}

export interface Result {
  kind: string;
  p50Ms: { alone: Spread; beside: Spread };
  /** Of the calls of all rounds together: in one round a p99 is a matter of a few calls. */
  p99Ms: { alone: number; beside: number };
  /** The p99 beside the endpoint divided by the one alone: of all rounds, and the range of the single ones. */
  ratio: { all: number; min: number; max: number };
  cpuPercent: { alone: Spread; beside: Spread } | null;
  outcome: string;
  /** Calls of the tenants that failed, in all rounds. */
  failed: number;
  /** How many of the rounds something else on the machine disturbed. */
  disturbed: number;
}

const HEADINGS = [
  'endpoint',
  'p50 alone',
  'beside',
  'p99 alone',
  'beside',
  'ratio',
  'CPU % alone',
  'beside',
  'outcome',
  'failed',
  'disturbed',
];

/** @throws RangeError without rounds. */
export function resultOf(kind: string, rounds: readonly Round[]): Omit<Result, 'disturbed'> {
  const compare = (figure: (period: Period) => number) => ({
    alone: spreadOf(rounds.map(({ alone }) => figure(alone))),
    beside: spreadOf(rounds.map(({ beside }) => figure(beside))),
  });
  const p99 = ({ latenciesMs }: Period) => percentile(latenciesMs, 0.99);
  const p99Ms = {
    alone: percentile(
      rounds.flatMap(({ alone }) => alone.latenciesMs),
      0.99,
    ),
    beside: percentile(
      rounds.flatMap(({ beside }) => beside.latenciesMs),
      0.99,
    ),
  };
  const { min, max } = spreadOf(rounds.map(({ alone, beside }) => p99(beside) / p99(alone)));
  const isCpuKnown = rounds.every(
    ({ alone, beside }) => alone.cpuPercent !== null && beside.cpuPercent !== null,
  );
  return {
    kind,
    p50Ms: compare(({ latenciesMs }) => percentile(latenciesMs, 0.5)),
    p99Ms,
    ratio: { all: p99Ms.beside / p99Ms.alone, min, max },
    cpuPercent: isCpuKnown ? compare(({ cpuPercent }) => cpuPercent ?? 0) : null,
    outcome: rounds.at(-1)?.beside.outcome ?? '',
    failed: rounds.reduce((total, { alone, beside }) => total + alone.failed + beside.failed, 0),
  };
}

/** One line, for when a kind is done. */
export function formatResult({ kind, p99Ms, ratio, disturbed }: Result): string {
  const [alone, beside] = [p99Ms.alone.toFixed(1), p99Ms.beside.toFixed(1)];
  return `${kind}: p99 ${alone} -> ${beside} ms, ratio ${formatRatio(ratio)}, ${disturbed} rounds disturbed`;
}

/** Medians of the rounds, but for p99; and the range of the ratio. */
export function formatResults(results: readonly Result[]): string {
  return formatTable(
    HEADINGS,
    results.map(({ kind, p50Ms, p99Ms, ratio, cpuPercent, outcome, failed, disturbed }) => [
      kind,
      p50Ms.alone.median.toFixed(1),
      p50Ms.beside.median.toFixed(1),
      p99Ms.alone.toFixed(1),
      p99Ms.beside.toFixed(1),
      formatRatio(ratio),
      cpuPercent?.alone.median.toFixed(0) ?? '',
      cpuPercent?.beside.median.toFixed(0) ?? '',
      outcome,
      String(failed),
      String(disturbed),
    ]),
  );
}

function formatRatio({ all, min, max }: Result['ratio']): string {
  return `${all.toFixed(2)} (${min.toFixed(2)}-${max.toFixed(2)})`;
}
