/** From so many events in one batch on there is load, so many that waiting saves more than it delays. */
const BUSY = 5;
const SHORT_MS = 10;
const SHORT_WHEN_BUSY_MS = 25;
/** While nothing comes that somebody waits for. */
const LONG_MS = 100;

/**
 * The pause after a batch of events, so that those that come meanwhile share the cost of the next one. An event that comes
 * alone after a pause never waits.
 */
export class Linger {
  private isHurried = false;
  private end: () => void = () => undefined;

  /** Says that something came that somebody waits for: it waits no longer than a short pause. */
  hurry(): void {
    this.isHurried = true;
    this.end();
  }

  /** Pauses after a batch of so many events; not at all after none. */
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
