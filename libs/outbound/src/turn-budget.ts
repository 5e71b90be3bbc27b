interface Piece {
  size: number;
  work: () => void;
}

/**
 * Limits the total size of the pieces of work that run in each turn of the event loop; further pieces wait in order.
 * Other work of the process thus runs in between, however many pieces there are at once.
 */
export class TurnBudget {
  private readonly waiting: Piece[] = [];
  /** The size taken of this turn; null if nothing has been taken. */
  private taken: number | null = null;

  /** @param size the total size of the pieces of one turn; a single piece may be larger. */
  constructor(private readonly size: number) {}

  /** Takes a part of this turn. @returns false if too little of it is left, or other pieces are waiting. */
  tryAcquire(size: number): boolean {
    if (this.waiting.length > 0 || !this.fits(size)) return false;
    if (this.taken === null) setImmediate(() => this.next());
    this.taken = (this.taken ?? 0) + size;
    return true;
  }

  /** Runs the work in a later turn, after all waiting pieces. Call it only after `take` has returned false. */
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
