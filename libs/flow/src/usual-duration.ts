/** The weight of the latest measurement; the mean reflects about the last two dozen. */
const WEIGHT = 1 / 16;

/** Tracks how long something usually takes. */
export class UsualDuration {
  private mean = 0;

  /** In milliseconds; 0 before the first measurement. */
  get ms(): number {
    return this.mean;
  }

  /** Does the work and records how long it took, even if it failed. */
  async measure<Result>(work: () => Promise<Result>): Promise<Result> {
    const begun = performance.now();
    try {
      return await work();
    } finally {
      this.mean += (performance.now() - begun - this.mean) * WEIGHT;
    }
  }
}
