import { setTimeout as delay } from 'node:timers/promises';

export interface BatcherOptions<Item> {
  /** The most items of one batch. */
  size: number;
  /** Items with the same key are never in the same batch, and keep their order. Without it all may meet. */
  keyOf?: (item: Item) => unknown;
  /** Whether a batch that failed with this error certainly changed nothing: its items are then tried one by one. */
  changedNothing?: (error: unknown) => boolean;
}

interface Waiter<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** How long a batch waits for company while there is company to be had, in milliseconds. */
const GATHER_MS = 3;

/**
 * Lets items that wait share one piece of work, such as a statement: what arrives while one batch is being worked on
 * goes into the next. An item that comes alone is worked on at once.
 */
export class Batcher<Item, Result> {
  private waiting: Waiter<Item, Result>[] = [];
  private work: Promise<void> | null = null;

  /** @param run works on a batch and returns the results in the order of its items. */
  constructor(
    private readonly run: (items: Item[]) => Promise<Result[]>,
    private readonly options: BatcherOptions<Item>,
  ) {}

  /** @throws what `run` throws for the item alone, or for its batch when that may have changed something. */
  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      this.work ??= this.serve();
    });
  }

  /** Resolves when nothing waits and nothing is being worked on. */
  async idle(): Promise<void> {
    while (this.work) await this.work;
  }

  private async serve(): Promise<void> {
    // What is added in this turn of the event loop comes along.
    await Promise.resolve();
    let hasCompany = false;
    while (this.waiting.length > 0) {
      if (hasCompany && this.waiting.length < this.options.size) await delay(GATHER_MS);
      const batch = this.takeBatch();
      hasCompany = batch.length > 1;
      await this.settle(batch);
    }
    this.work = null;
  }

  private takeBatch(): Waiter<Item, Result>[] {
    const { size, keyOf } = this.options;
    if (!keyOf) return this.waiting.splice(0, size);
    const batch: Waiter<Item, Result>[] = [];
    const others: Waiter<Item, Result>[] = [];
    const keys = new Set<unknown>();
    for (const waiter of this.waiting) {
      const key = keyOf(waiter.item);
      const isTaken = batch.length < size && !keys.has(key);
      keys.add(key);
      (isTaken ? batch : others).push(waiter);
    }
    this.waiting = others;
    return batch;
  }

  private async settle(batch: Waiter<Item, Result>[]): Promise<void> {
    try {
      const results = await this.run(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => resolve(results[index]!));
    } catch (error) {
      if (batch.length > 1 && this.options.changedNothing?.(error)) {
        for (const waiter of batch) await this.settle([waiter]);
      } else {
        for (const { reject } of batch) reject(error);
      }
    }
  }
}
