/**
 * The announced end of a process: after the signal to stop it is not ready, so that new work is sent elsewhere, but it
 * keeps working until it drains. A drain that takes long hurries: what only reads is given up then, since whoever needs
 * it can read again.
 */
export class Departure {
  private readonly hurrying = new AbortController();
  private readonly listeners: (() => void)[] = [];
  private hasBegun = false;

  /** For use in constructors. */
  onBegin(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Aborted when the drain hurries. */
  get hurry(): AbortSignal {
    return this.hurrying.signal;
  }

  hurryUp(): void {
    this.hurrying.abort();
  }

  /** Announces the end; only the first call has an effect. */
  begin(): void {
    if (this.hasBegun) return;
    this.hasBegun = true;
    for (const listener of this.listeners) listener();
  }
}
