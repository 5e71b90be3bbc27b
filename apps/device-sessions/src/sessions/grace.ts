/** The time in which a broken line may heal before anybody is told of it. */
export class Grace {
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly graceMs: number) {}

  get isRunning(): boolean {
    return this.timer !== undefined;
  }

  /** @param onOver called when the time is up; it asks `isOver` once it gets to act. */
  begin(onOver: (isOver: () => boolean) => void): void {
    this.end();
    const timer = setTimeout(() => onOver(() => this.timer === timer), this.graceMs);
    this.timer = timer;
  }

  end(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}
