/**
 * The end of a process, announced: from the signal to leave on it is not ready, so that whatever stands in front of it
 * sends new work elsewhere, but it goes on working until it drains.
 */
export class Departure {
  private readonly listeners: (() => void)[] = [];
  private hasBegun = false;

  /** For constructors. */
  onBegin(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Only the first call has an effect. */
  begin(): void {
    if (this.hasBegun) return;
    this.hasBegun = true;
    for (const listener of this.listeners) listener();
  }
}
