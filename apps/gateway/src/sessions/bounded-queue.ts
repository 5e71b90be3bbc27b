import { AppError } from '@chat/errors';

/** Limits how many tasks run concurrently and how many may wait. */
export class BoundedQueue {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly maxWaiting: number,
  ) {}

  /** @throws AppError `service_unavailable` if too many are waiting. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < this.atOnce) this.running += 1;
    else await this.wait();
    try {
      return await work();
    } finally {
      // The slot passes directly to the next task, so that no new one can take it.
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
