import type { Costs, Spent } from '../installation/meter';
import { spreadOf, type Spread } from '../statistics.rules';

/** The measurement of one target under one load. */
export interface Measurement extends Spent {
  /** Number of requests processed. */
  started: number;
  /** Requests per second. */
  rate: number;
  p50Ms: number;
  p99Ms: number;
}

/** One target over all rounds. */
export interface Summary {
  rate: Spread;
  p50Ms: Spread;
  p99Ms: Spread;
  cpuMs: Spread | null;
  /** Medians by process. */
  cpuMsByProcess: Record<string, number>;
  costs: Record<keyof Costs, Spread>;
  /** Medians by user of Postgres. */
  statementsByUser: Record<string, number>;
  drainMs: Spread;
}

export interface Comparison {
  ours: Summary;
  floor: Summary;
  /** Ours divided by the floor's, round by round. */
  ratio: { rate: Spread; p50: Spread; cpu: Spread | null };
}

/** One round: both targets under the same load, directly after each other. */
export interface Round {
  ours: Measurement;
  floor: Measurement;
}

/** @throws RangeError without rounds. */
export function compare(rounds: readonly Round[]): Comparison {
  const cpuRatios = rounds.map(({ ours, floor }) => ratio(totalCpu(ours), totalCpu(floor)));
  return {
    ours: summarise(rounds.map(({ ours }) => ours)),
    floor: summarise(rounds.map(({ floor }) => floor)),
    ratio: {
      rate: spreadOf(rounds.map(({ ours, floor }) => ours.rate / floor.rate)),
      p50: spreadOf(rounds.map(({ ours, floor }) => ours.p50Ms / floor.p50Ms)),
      cpu: spreadOfKnown(cpuRatios),
    },
  };
}

function summarise(measurements: readonly Measurement[]): Summary {
  const costs = (name: keyof Costs) => spreadOf(measurements.map((measurement) => measurement.costs[name]));
  return {
    rate: spreadOf(measurements.map(({ rate }) => rate)),
    p50Ms: spreadOf(measurements.map(({ p50Ms }) => p50Ms)),
    p99Ms: spreadOf(measurements.map(({ p99Ms }) => p99Ms)),
    cpuMs: spreadOfKnown(measurements.map(totalCpu)),
    cpuMsByProcess: mediansByName(measurements.map(({ cpuMs }) => cpuMs ?? {})),
    costs: {
      statements: costs('statements'),
      commits: costs('commits'),
      fsyncs: costs('fsyncs'),
      natsMessages: costs('natsMessages'),
    },
    statementsByUser: mediansByName(measurements.map(({ statementsByUser }) => statementsByUser)),
    drainMs: spreadOf(measurements.map(({ drainMs }) => drainMs)),
  };
}

/** A name that is missing in one record counts as zero there. */
function mediansByName(records: readonly Record<string, number>[]): Record<string, number> {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const medianOf = (name: string) => spreadOf(records.map((record) => record[name] ?? 0)).median;
  return Object.fromEntries(names.map((name) => [name, medianOf(name)]));
}

function totalCpu({ cpuMs }: Measurement): number | null {
  return cpuMs && Object.values(cpuMs).reduce((total, ms) => total + ms, 0);
}

function ratio(ours: number | null, floor: number | null): number | null {
  return ours !== null && floor !== null ? ours / floor : null;
}

function spreadOfKnown(values: readonly (number | null)[]): Spread | null {
  const known = values.filter((value) => value !== null);
  return known.length > 0 ? spreadOf(known) : null;
}
