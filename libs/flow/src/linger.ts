/** Batches of at least this many events indicate load, under which waiting saves more than it delays. */
const BUSY = 5;
const SHORT_MS = 10;
const SHORT_WHEN_BUSY_MS = 25;
/** The pause while no urgent event arrives. */
const LONG_MS = 100;

/**
 * The pause after a batch of events, so that events that arrive in the meantime share the cost of the next batch. A
 * single event that arrives after a pause is never delayed.
 */
export class Linger {
  private isHurried = false;
  private end: () => void = () => undefined;

  /** Signals that an urgent event has arrived, which waits no longer than a short pause. */
  hurry(): void {
    this.isHurried = true;
    this.end();
  }

  /** Pauses after a batch of this many events; does not pause after an empty one. */
  async after(events: number): Promise<void> {
    if (events === 0) return;
    const shortMs = events < BUSY ? SHORT_MS : SHORT_WHEN_BUSY_MS;
    await new Promise<void>((resolve) => setTimeout(resolve, shortMs));
    if (!this.isHurried) await this.hurriedOr(LONG_MS - shortMs);
    this.isHurried = false;
  }

  private async hurriedOr(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.end = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
