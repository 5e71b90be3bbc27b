/**
 * Lets one piece of work run in each turn of the event loop; the others wait in their order. What the process does for
 * everybody else comes in between, however many pieces there are at once.
 */
export class Turns {
  private readonly waiting: (() => void)[] = [];
  private isTaken = false;

  /** Takes this turn. @returns false when it is taken, or others wait for one. */
  take(): boolean {
    if (this.isTaken) return false;
    this.isTaken = true;
    setImmediate(() => this.next());
    return true;
  }

  /** Runs the work in a turn to come, after all that wait already. Only to be called when `take` refused. */
  wait(work: () => void): void {
    this.waiting.push(work);
  }

  private next(): void {
    const work = this.waiting.shift();
    this.isTaken = work !== undefined;
    if (!work) return;
    setImmediate(() => this.next());
    work();
  }
}
