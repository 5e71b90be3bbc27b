import type { Arrival, EngineEvent, EngineListener, KeyChange } from '@chat/device-sessions/engines';
import { SerialQueue } from '@chat/device-sessions/engines';

interface Waiting {
  arrivals: Arrival[];
  keys: KeyChange[];
  settle: { done: () => void; failed: (error: unknown) => void };
}

/**
 * Passes events to the listener of one connection one at a time. What arrives while it is busy is passed on together. After
 * a failure only the end is: the network redelivers all else.
 */
export class ListenerQueue {
  private readonly queue = new SerialQueue();
  private waiting: Waiting[] = [];
  private state: 'live' | 'failed' | 'ended' = 'live';

  /** @param fail ends the connection at once, before anybody who waits here is told of the failure. */
  constructor(
    private readonly listener: EngineListener,
    private readonly fail: () => void,
  ) {}

  /** Resolves when the arrivals and the keys that they changed are committed. */
  arrive(arrivals: Arrival[], keys: KeyChange[]): Promise<void> {
    return new Promise((done, failed) => {
      this.waiting.push({ arrivals, keys, settle: { done, failed } });
      if (this.waiting.length === 1) void this.queue.take(() => this.passOnArrivals());
    });
  }

  enqueue(event: EngineEvent): void {
    void this.inTurn(() => this.listener.handle(event));
  }

  /** Runs work after the events before it. A failure ends the connection. */
  inTurn(work: () => Promise<void>): Promise<void> {
    return this.queue.take(async () => {
      if (this.state !== 'live') return;
      await work().catch(() => this.giveUp());
    });
  }

  /** Passes on the last event. */
  end(event: EngineEvent): void {
    void this.queue.take(async () => {
      if (this.state === 'ended') return;
      this.state = 'ended';
      await this.listener.handle(event).catch(() => undefined);
    });
  }

  /** Passes on nothing more, not even the end. */
  silence(): void {
    this.state = 'ended';
  }

  private async passOnArrivals(): Promise<void> {
    const batch = this.waiting.splice(0);
    try {
      if (this.state !== 'live') throw new Error('The connection has ended.');
      await this.listener.handle({
        type: 'arrived',
        arrivals: batch.flatMap(({ arrivals }) => arrivals),
        keys: batch.flatMap(({ keys }) => keys),
      });
      batch.forEach(({ settle }) => settle.done());
    } catch (error) {
      this.giveUp();
      batch.forEach(({ settle }) => settle.failed(error));
    }
  }

  private giveUp(): void {
    if (this.state !== 'live') return;
    this.state = 'failed';
    this.fail();
  }
}
