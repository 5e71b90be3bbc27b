const MINUTE_MS = 60_000;

/** The turns of look-ups: at most `perMinute` are within any minute. */
export class LookUpTurns {
  /** When the latest turns are, in epoch milliseconds: at most as many as fit into a minute. */
  private readonly taken: number[] = [];

  constructor(private readonly perMinute: number) {}

  /** Takes the next turn. @returns when it is; null, without taking it, when that is after the deadline. */
  take(now: number, deadline: number): number | null {
    const first = this.taken.at(-this.perMinute);
    const at = first === undefined ? now : Math.max(now, first + MINUTE_MS);
    if (at > deadline) return null;
    this.taken.push(at);
    if (this.taken.length > this.perMinute) this.taken.shift();
    return at;
  }
}
