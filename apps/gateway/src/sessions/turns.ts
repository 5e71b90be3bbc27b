import { AppError } from '@chat/errors';

/** Lets so many pieces of work run at once, and so many wait. */
export class Turns {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly maxWaiting: number,
  ) {}

  /** @throws AppError `service_unavailable` when too many wait. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < this.atOnce) this.running += 1;
    else await this.wait();
    try {
      return await work();
    } finally {
      // The turn goes to the next, so that nobody comes in between.
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }

  private async wait(): Promise<void> {
    if (this.waiting.length >= this.maxWaiting) throw new AppError('service_unavailable');
    await new Promise<void>((resolve) => this.waiting.push(resolve));
  }
}
