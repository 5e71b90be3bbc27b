/** Lets work wait for a condition. */
export class Signal {
  private readonly watchers = new Set<() => void>();

  /** Signals that something changed, so that conditions are checked again. */
  notify(): void {
    this.watchers.forEach((watcher) => watcher());
  }

  /** Resolves when the condition holds after a change, or when time is up. */
  async waitFor(condition: () => boolean, timeoutMs: number): Promise<void> {
    if (condition()) return;
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.watchers.delete(watcher);
        resolve();
      };
      const watcher = () => condition() && end();
      const timer = setTimeout(end, timeoutMs);
      this.watchers.add(watcher);
    });
  }
}
