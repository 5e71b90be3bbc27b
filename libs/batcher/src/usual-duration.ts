/** How much the last measurement counts: about the last two dozen make the mean. */
const WEIGHT = 1 / 16;

/** How long something takes as a rule. */
export class UsualDuration {
  private mean = 0;

  /** In milliseconds; 0 until something was measured. */
  get ms(): number {
    return this.mean;
  }

  /** Does the work and counts how long it took, however it ended. */
  async measure<Result>(work: () => Promise<Result>): Promise<Result> {
    const begun = performance.now();
    try {
      return await work();
    } finally {
      this.mean += (performance.now() - begun - this.mean) * WEIGHT;
    }
  }
}
