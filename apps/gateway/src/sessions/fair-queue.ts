import { AppError } from '@chat/errors';

interface QueueLimits {
  /** How many tasks run concurrently. */
  readonly atOnce: number;
  /** How many may wait, of all clients. */
  readonly waiting: number;
  /** How many of one client may wait. */
  readonly waitingOfClient: number;
}

interface Waiter {
  start(): void;
  refuse(error: AppError): void;
}

/**
 * Runs tasks a few at a time. Clients that wait take turns, so whoever wants much waits for their own tasks; when too
 * many wait, those of the clients with the most are refused first.
 */
export class FairQueue {
  private running = 0;
  private waitingCount = 0;
  /** What waits, in the order in which it came; the clients in the order of their turns. */
  private readonly waiting = new Map<string, Waiter[]>();

  constructor(private readonly limits: QueueLimits) {}

  /** @throws AppError `service_unavailable` if too many are waiting. */
  async run<T>(client: string, task: () => Promise<T>): Promise<T> {
    if (this.running < this.limits.atOnce) this.running += 1;
    else await this.wait(client);
    try {
      return await task();
    } finally {
      // The slot passes directly to the next task, so that no new one can take it.
      this.startNext();
    }
  }

  private async wait(client: string): Promise<void> {
    const own = this.waiting.get(client) ?? [];
    if (own.length >= this.limits.waitingOfClient) throw new AppError('service_unavailable');
    if (this.waitingCount >= this.limits.waiting && !this.refuseOne())
      throw new AppError('service_unavailable');
    await new Promise<void>((resolve, reject) => {
      own.push({ start: resolve, refuse: reject });
      this.waiting.set(client, own);
      this.waitingCount += 1;
    });
  }

  /** Refuses the latest task of a client with the most. @returns false if none has more than one. */
  private refuseOne(): boolean {
    const [most = []] = [...this.waiting.values()].sort((one, other) => other.length - one.length);
    if (most.length < 2) return false;
    most.pop()!.refuse(new AppError('service_unavailable'));
    this.waitingCount -= 1;
    return true;
  }

  private startNext(): void {
    const [turn] = this.waiting;
    if (!turn) {
      this.running -= 1;
      return;
    }
    const [client, tasks] = turn;
    const task = tasks.shift()!;
    this.waitingCount -= 1;
    this.waiting.delete(client);
    if (tasks.length > 0) this.waiting.set(client, tasks);
    task.start();
  }
}
