import { setTimeout as delay } from 'node:timers/promises';
import type { Backlog } from './backlog';
import type { Queues } from './queues.rules';

/** Reads the queues periodically. */
export class QueueWatch {
  private isStopped = false;
  private readonly looks: Queues[] = [];
  private readonly looking: Promise<void>;

  private constructor(
    private readonly backlog: Backlog,
    private readonly everyMs: number,
  ) {
    this.looking = this.look();
    // The error is thrown by `stop`.
    this.looking.catch(() => undefined);
  }

  static start(backlog: Backlog, everyMs: number): QueueWatch {
    return new QueueWatch(backlog, everyMs);
  }

  /** @returns all readings. */
  async stop(): Promise<Queues[]> {
    this.isStopped = true;
    await this.looking;
    return this.looks;
  }

  private async look(): Promise<void> {
    while (!this.isStopped) {
      this.looks.push(await this.backlog.queues());
      await delay(this.everyMs);
    }
  }
}
