interface Piece {
  size: number;
  work: () => void;
}

/**
 * Lets pieces of work of a bounded size together run in each turn of the event loop; the others wait in their order.
 * What the process does for everybody else comes in between, however many pieces there are at once.
 */
export class Turns {
  private readonly waiting: Piece[] = [];
  /** What this turn has taken; null while nobody has taken anything of it. */
  private taken: number | null = null;

  /** @param size of all pieces of one turn; a single piece may be larger. */
  constructor(private readonly size: number) {}

  /** Takes a part of this turn. @returns false when too little is left of it, or others wait. */
  take(size: number): boolean {
    if (this.waiting.length > 0 || !this.fits(size)) return false;
    if (this.taken === null) setImmediate(() => this.next());
    this.taken = (this.taken ?? 0) + size;
    return true;
  }

  /** Runs the work in a turn to come, after all that wait already. Only to be called when `take` refused. */
  wait(size: number, work: () => void): void {
    this.waiting.push({ size, work });
  }

  private next(): void {
    this.taken = null;
    while (this.waiting.length > 0 && this.fits(this.waiting[0]!.size)) {
      const { size, work } = this.waiting.shift()!;
      if (this.taken === null) setImmediate(() => this.next());
      this.taken = (this.taken ?? 0) + size;
      work();
    }
  }

  private fits(size: number): boolean {
    return this.taken === null || this.taken + size <= this.size;
  }
}
