const MEMORY = 10_000;

/** How often each send was attempted, as far as memory reaches. */
export class Attempts {
  private readonly counts = new Map<string, number>();

  /** Counts one more. @returns which attempt it is, from 1. */
  next(key: string): number {
    const attempt = (this.counts.get(key) ?? 0) + 1;
    this.counts.set(key, attempt);
    const [oldest] = this.counts.keys();
    if (this.counts.size > MEMORY && oldest !== undefined) this.counts.delete(oldest);
    return attempt;
  }
}
