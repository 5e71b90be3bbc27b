/** Recurring work of a service: one round at a time, until the service stops. */
export class BackgroundLoop {
  private isStopping = false;
  private wakeUp: () => void = () => undefined;
  private isHinted = false;
  private hasEnded = true;
  private loop: Promise<void> = Promise.resolve();

  /**
   * @param round does one round of work; true starts the next one without a pause.
   * @param pauseMs the pause between rounds, cut short by `wake`.
   * @param isGentle whether it rests after a round of which there is more for as long as the round took.
   */
  constructor(
    private readonly round: () => Promise<boolean | void>,
    private readonly pauseMs: number,
    private readonly onError: (error: unknown) => void,
    private readonly isGentle = false,
  ) {}

  start(): void {
    this.hasEnded = false;
    this.loop = this.run().finally(() => (this.hasEnded = true));
  }

  /** Whether it has started and not ended. */
  get isUnfinished(): boolean {
    return !this.hasEnded;
  }

  /** Requests a round now. */
  wake(): void {
    this.isHinted = true;
    this.wakeUp();
  }

  /** Waits for the round in progress and ends. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.wake();
    await this.loop;
  }

  private async run(): Promise<void> {
    while (!this.isStopping) {
      this.isHinted = false;
      const startedAt = performance.now();
      try {
        if (await this.round()) {
          if (this.isGentle) await this.pause(performance.now() - startedAt);
          continue;
        }
      } catch (error) {
        this.onError(error);
        await this.pause(this.pauseMs);
        continue;
      }
      if (!this.isHinted) await this.pause(this.pauseMs);
    }
  }

  private async pause(ms: number): Promise<void> {
    if (this.isStopping) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
