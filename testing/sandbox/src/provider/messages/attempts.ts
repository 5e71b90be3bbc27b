const MEMORY = 10_000;

/** Counts the attempts of recent sends. */
export class Attempts {
  private readonly counts = new Map<string, number>();

  /** Counts one more. @returns the number of the attempt, from 1. */
  next(key: string): number {
    const attempt = (this.counts.get(key) ?? 0) + 1;
    this.counts.set(key, attempt);
    const [oldest] = this.counts.keys();
    if (this.counts.size > MEMORY && oldest !== undefined) this.counts.delete(oldest);
    return attempt;
  }
}
