export interface BatcherOptions<Item> {
  /** The maximum number of items per batch. */
  size: number;
  /** The maximum weight of all items of a batch. A heavier item is a batch by itself. */
  weight?: { of: (item: Item) => number; max: number };
  /**
   * How long the next batch waits for more items after a batch of several, in ms; longer after a large batch, and not
   * at all if absent. It delays items, but saves work if each batch is expensive.
   */
  gatherMs?: number;
  /**
   * How long the whole operation that an item is part of usually takes, in ms. A delay of a tenth of it matters little,
   * so the next batch waits that long; if the items of a batch differ, the shortest duration counts.
   */
  wholeTakesMs?: (item: Item) => number;
  /** Whether to wait after every batch, for exactly `gatherMs`; for items whose results are not urgent. */
  alwaysGathers?: boolean;
  /** Items with the same key are never processed concurrently and keep their order. Without it, any items may be. */
  keyOf?: (item: Item) => unknown;
  /** Whether a batch that failed with this error certainly changed nothing; its items are then retried one by one. */
  changedNothing?: (error: unknown) => boolean;
}

interface Waiter<Item, Result> {
  item: Item;
  key: unknown;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** How long the next batch waits for the current one: a batch that waits for a lock must not hold up others. */
const PATIENCE_MS = 50;
/** The maximum number of concurrent batches. */
const MAX_UNDER_WAY = 4;
/** For each group of this many items in a batch, the next one waits `gatherMs`. */
const ITEMS_A_GATHERING = 3;
/** The fraction of `wholeTakesMs` that a batch waits. */
const SHARE_OF_WHOLE = 0.1;
/** No batch waits longer than this multiple of `gatherMs`. */
const MAX_GATHERINGS = 6;

/**
 * Lets waiting items share one piece of work, such as a statement: items that arrive while a batch is in progress go
 * into the next one. A single item is processed at once.
 */
export class Batcher<Item, Result> {
  private waiting: Waiter<Item, Result>[] = [];
  /** The keys of the items in progress. */
  private readonly busyKeys = new Set<unknown>();
  private readonly underWay = new Set<Promise<void>>();
  /** Whether the next batch must not start yet. */
  private isHeld = false;
  private endGathering: () => void = () => undefined;

  /** @param run processes a batch and returns the results in the order of its items. */
  constructor(
    private readonly run: (items: Item[]) => Promise<Result[]>,
    private readonly options: BatcherOptions<Item>,
  ) {}

  /**
   * Resolves with the result of the item.
   * @throws the error of `run` for the item alone, or for its batch if that may have changed something.
   */
  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, key: this.options.keyOf?.(item), resolve, reject });
      // Items added in this turn of the event loop join the batch.
      if (!this.isHeld) setImmediate(this.hold());
      else if (this.waiting.length >= this.options.size) this.endGathering();
    });
  }

  /** Resolves when no item is waiting or in progress. */
  async idle(): Promise<void> {
    while (this.waiting.length > 0 || this.underWay.size > 0) {
      await Promise.all(this.underWay);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Keeps the next batch from starting. @returns a function that lets it start. */
  private hold(): () => void {
    let isOver = false;
    this.isHeld = true;
    return () => {
      if (!isOver) this.isHeld = false;
      isOver = true;
      this.begin();
    };
  }

  private begin(): void {
    if (this.isHeld || this.underWay.size >= MAX_UNDER_WAY) return;
    const batch = this.takeBatch();
    if (batch.length === 0) return;
    const work = this.work(batch).finally(() => this.underWay.delete(work));
    this.underWay.add(work);
  }

  private async work(batch: Waiter<Item, Result>[]): Promise<void> {
    const release = this.hold();
    const impatience = setTimeout(release, PATIENCE_MS);
    for (const { key } of batch) this.busyKeys.add(key);
    await this.settle(batch);
    for (const { key } of batch) this.busyKeys.delete(key);
    clearTimeout(impatience);
    const gatherMs = this.gatherMsAfter(batch);
    if (gatherMs === 0 || this.waiting.length >= this.options.size) return void setImmediate(release);
    const timer = setTimeout(release, gatherMs);
    this.endGathering = () => {
      clearTimeout(timer);
      release();
    };
  }

  /**
   * Returns how long to wait: under load, waiting adds little to what each item takes anyway, and saves the most work.
   */
  private gatherMsAfter(batch: Waiter<Item, Result>[]): number {
    const { gatherMs = 0, alwaysGathers = false, wholeTakesMs = () => 0 } = this.options;
    if (alwaysGathers) return gatherMs;
    if (batch.length === 1) return 0;
    const byLength = gatherMs * Math.floor(batch.length / ITEMS_A_GATHERING);
    const byWhole = SHARE_OF_WHOLE * Math.min(...batch.map(({ item }) => wholeTakesMs(item)));
    return Math.min(Math.max(gatherMs, byLength, byWhole), gatherMs * MAX_GATHERINGS);
  }

  private takeBatch(): Waiter<Item, Result>[] {
    const { size, keyOf, weight } = this.options;
    if (!keyOf && !weight) return this.waiting.splice(0, size);
    const batch: Waiter<Item, Result>[] = [];
    const others: Waiter<Item, Result>[] = [];
    const taken = new Set(this.busyKeys);
    const { of: weightOf = () => 0, max = Infinity } = weight ?? {};
    let total = 0;
    let isFull = false;
    for (const waiter of this.waiting) {
      const isBusy = keyOf !== undefined && taken.has(waiter.key);
      // What comes after an item that does not fit does not overtake it.
      if (!isBusy) isFull ||= batch.length === size || (total += weightOf(waiter.item)) > max;
      taken.add(waiter.key);
      (isBusy || (isFull && batch.length > 0) ? others : batch).push(waiter);
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
