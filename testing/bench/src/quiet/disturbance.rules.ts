/** What else the machine did during a round. */
export interface Disturbance {
  /** Share of the machine's CPU time (0 to 1) used by processes other than ours, or by the host; null if unknown. */
  foreignShare: number | null;
  /** How many times as long a fixed piece of work took as at its fastest in this run. */
  slowdown: number;
}

/** Kernel threads and the shells of an observer use this much of two cores. */
const FOREIGN_LIMIT = 0.06;
/** Even on an idle machine the fixed work occasionally takes this much longer. */
const SLOWDOWN_LIMIT = 1.25;

export function isDisturbed({ foreignShare, slowdown }: Disturbance): boolean {
  return (foreignShare ?? 0) > FOREIGN_LIMIT || slowdown > SLOWDOWN_LIMIT;
}

/** The severity for choosing between rounds: from 1 on, a round counts as disturbed. */
function severity({ foreignShare, slowdown }: Disturbance): number {
  return Math.max((foreignShare ?? 0) / FOREIGN_LIMIT, (slowdown - 1) / (SLOWDOWN_LIMIT - 1));
}

export interface Watched<Round> {
  round: Round;
  disturbance: Disturbance;
}

export interface Choice<Round> {
  rounds: Round[];
  /** Number of rounds measured beyond those chosen. */
  repeated: number;
  /** Number of chosen rounds that are disturbed all the same. */
  disturbed: number;
  /** The worst of the chosen ones. */
  worst: Disturbance;
}

/**
 * Returns the given number of least disturbed rounds, in the order in which they were measured.
 * @throws RangeError with fewer rounds than that.
 */
export function leastDisturbed<Round>(all: readonly Watched<Round>[], count: number): Choice<Round> {
  if (all.length < count || count < 1) throw new RangeError('There are too few rounds to choose from.');
  const bySeverity = [...all].sort((a, b) => severity(a.disturbance) - severity(b.disturbance));
  const chosen = all.filter((watched) => bySeverity.indexOf(watched) < count);
  return {
    rounds: chosen.map(({ round }) => round),
    repeated: all.length - count,
    disturbed: chosen.filter(({ disturbance }) => isDisturbed(disturbance)).length,
    worst: bySeverity[count - 1]!.disturbance,
  };
}

export function describeDisturbance({ foreignShare, slowdown }: Disturbance): string {
  const foreign =
    foreignShare === null ? '' : `up to ${(foreignShare * 100).toFixed(0)} % of the CPU went elsewhere, `;
  return `${foreign}fixed work took ${slowdown.toFixed(2)} times as long as at its fastest`;
}

/** A sentence about the disturbed rounds of a row; none if there are none. */
export function disturbedRounds(name: string, rounds: { disturbed: number; worst: Disturbance }): string[] {
  const { disturbed, worst } = rounds;
  return disturbed === 0 ? [] : [`${name}: ${disturbed} rounds are disturbed, ${describeDisturbance(worst)}`];
}
