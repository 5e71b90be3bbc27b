/**
 * The announced end of a process: after the signal to stop it is not ready, so that new work is sent elsewhere, but it
 * keeps working until it drains.
 */
export class Departure {
  private readonly listeners: (() => void)[] = [];
  private hasBegun = false;

  /** For use in constructors. */
  onBegin(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Announces the end; only the first call has an effect. */
  begin(): void {
    if (this.hasBegun) return;
    this.hasBegun = true;
    for (const listener of this.listeners) listener();
  }
}
