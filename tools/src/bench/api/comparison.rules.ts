import { spreadOf, type Spread } from '../statistics.rules';

/** One target under one load. */
export interface Measurement {
  /** Requests a second. */
  rate: number;
  p50Ms: number;
  p99Ms: number;
  /** CPU time for each request, by process; null where the system does not tell. */
  cpuMs: Record<string, number> | null;
  /** How long after the last answer there was work left. */
  drainMs: number;
}

/** One target over all rounds. */
export interface Summary {
  rate: Spread;
  p50Ms: Spread;
  p99Ms: Spread;
  cpuMs: Spread | null;
  /** Medians by process. */
  cpuMsByProcess: Record<string, number>;
  drainMs: Spread;
}

export interface Comparison {
  ours: Summary;
  floor: Summary;
  /** Ours divided by the floor's, round by round. */
  ratio: { rate: Spread; cpu: Spread | null };
}

/** One round: both targets under the same load, one right after the other. */
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
      cpu: spreadOfKnown(cpuRatios),
    },
  };
}

function summarise(measurements: readonly Measurement[]): Summary {
  const processes = Object.keys(measurements[0]?.cpuMs ?? {});
  const medianOf = (name: string) => spreadOf(measurements.map(({ cpuMs }) => cpuMs?.[name] ?? 0)).median;
  return {
    rate: spreadOf(measurements.map(({ rate }) => rate)),
    p50Ms: spreadOf(measurements.map(({ p50Ms }) => p50Ms)),
    p99Ms: spreadOf(measurements.map(({ p99Ms }) => p99Ms)),
    cpuMs: spreadOfKnown(measurements.map(totalCpu)),
    cpuMsByProcess: Object.fromEntries(processes.map((name) => [name, medianOf(name)])),
    drainMs: spreadOf(measurements.map(({ drainMs }) => drainMs)),
  };
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
