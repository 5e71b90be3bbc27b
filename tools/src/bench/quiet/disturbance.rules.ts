/** What else the machine did while a round was measured. */
export interface Disturbance {
  /** Share of the machine's CPU time (0 to 1) that processes other than ours or the host took; null if unknown. */
  foreignShare: number | null;
  /** How much longer a fixed piece of work took than at its fastest in this run: 1 is as fast. */
  slowdown: number;
}

/** Kernel threads and the shells of whoever watches take this much of two cores. */
const FOREIGN_LIMIT = 0.06;
/** The fixed work takes this much longer now and then on a machine that does nothing else. */
const SLOWDOWN_LIMIT = 1.25;

export function isDisturbed({ foreignShare, slowdown }: Disturbance): boolean {
  return (foreignShare ?? 0) > FOREIGN_LIMIT || slowdown > SLOWDOWN_LIMIT;
}

/** How much, to choose between rounds: 1 is where it begins to count. */
function severity({ foreignShare, slowdown }: Disturbance): number {
  return Math.max((foreignShare ?? 0) / FOREIGN_LIMIT, (slowdown - 1) / (SLOWDOWN_LIMIT - 1));
}

export interface Watched<Round> {
  round: Round;
  disturbance: Disturbance;
}

export interface Choice<Round> {
  rounds: Round[];
  /** How many were measured beyond those. */
  repeated: number;
  /** How many of the chosen ones are disturbed all the same. */
  disturbed: number;
  /** The worst of the chosen ones. */
  worst: Disturbance;
}

/**
 * The so many least disturbed of all rounds, in the order in which they were measured.
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

/** In words. */
export function describeDisturbance({ foreignShare, slowdown }: Disturbance): string {
  const foreign =
    foreignShare === null ? '' : `up to ${(foreignShare * 100).toFixed(0)} % of the CPU went elsewhere, `;
  return `${foreign}fixed work took ${slowdown.toFixed(2)} times as long as at its fastest`;
}

/** A sentence on the rounds of a row that count although they are disturbed; none where there are none. */
export function disturbedRounds(name: string, rounds: { disturbed: number; worst: Disturbance }): string[] {
  const { disturbed, worst } = rounds;
  return disturbed === 0 ? [] : [`${name}: ${disturbed} rounds are disturbed, ${describeDisturbance(worst)}`];
}
