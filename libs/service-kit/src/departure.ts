/**
 * The announced end of a process: after the signal to stop it is not ready, so that new work is sent elsewhere, but it
 * keeps working until it drains. A drain that takes long hurries: what only reads is given up then, since whoever needs
 * it can read again.
 */
export class Departure {
  private readonly hurrying = new AbortController();
  private readonly listeners: (() => void)[] = [];
  private readonly drainListeners: (() => void)[] = [];
  private hasBegun = false;

  /** For use in constructors. */
  onBegin(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** For use in constructors: what would not end by itself ends first. */
  onDrain(listener: () => void): void {
    this.drainListeners.push(listener);
  }

  /** The process drains: its end has been announced for as long as others need to notice. */
  drain(): void {
    this.begin();
    for (const listener of this.drainListeners) listener();
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
