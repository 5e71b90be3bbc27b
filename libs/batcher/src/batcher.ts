export interface BatcherOptions<Item> {
  /** The most items of one batch. */
  size: number;
  /**
   * How long a batch waits for company once the one before had some, in milliseconds; longer when that one was large, and
   * not at all if absent. It delays items, and saves work where each batch costs much.
   */
  gatherMs?: number;
  /**
   * How long the whole takes as a rule that an item is part of, in milliseconds. A tenth of it costs the item little, so
   * the next batch waits that long; where the items of a batch differ, the shortest counts.
   */
  wholeTakesMs?: (item: Item) => number;
  /** Whether every batch waits, and for `gatherMs` exactly: for items whose results are not urgent. */
  alwaysGathers?: boolean;
  /** Items with the same key are never worked on at the same time, and keep their order. Without it all may meet. */
  keyOf?: (item: Item) => unknown;
  /** Whether a batch that failed with this error certainly changed nothing: its items are then tried one by one. */
  changedNothing?: (error: unknown) => boolean;
}

interface Waiter<Item, Result> {
  item: Item;
  key: unknown;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** How long the next batch waits for the one that is being worked on: what waits for a lock must not hold up others. */
const PATIENCE_MS = 50;
/** The most batches at the same time. */
const MAX_UNDER_WAY = 4;
/** For each so many items of a batch the next one waits once `gatherMs`. */
const ITEMS_A_GATHERING = 3;
/** What part of the whole a batch waits. */
const SHARE_OF_WHOLE = 0.1;
/** No batch waits longer than so many times `gatherMs`. */
const MAX_GATHERINGS = 6;

/**
 * Lets items that wait share one piece of work, such as a statement: what arrives while one batch is being worked on
 * goes into the next. An item that comes alone is worked on at once.
 */
export class Batcher<Item, Result> {
  private waiting: Waiter<Item, Result>[] = [];
  /** The keys that are being worked on. */
  private readonly busyKeys = new Set<unknown>();
  private readonly underWay = new Set<Promise<void>>();
  /** Whether the next batch is not to begin yet. */
  private isHeld = false;
  private endGathering: () => void = () => undefined;

  /** @param run works on a batch and returns the results in the order of its items. */
  constructor(
    private readonly run: (items: Item[]) => Promise<Result[]>,
    private readonly options: BatcherOptions<Item>,
  ) {}

  /** @throws what `run` throws for the item alone, or for its batch when that may have changed something. */
  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, key: this.options.keyOf?.(item), resolve, reject });
      // What is added in this turn of the event loop comes along.
      if (!this.isHeld) setImmediate(this.hold());
      else if (this.waiting.length >= this.options.size) this.endGathering();
    });
  }

  /** Resolves when nothing waits and nothing is being worked on. */
  async idle(): Promise<void> {
    while (this.waiting.length > 0 || this.underWay.size > 0) {
      await Promise.all(this.underWay);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Keeps the next batch from beginning. Returns how to let it begin. */
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

  /** Where many come, waiting costs each of them little beside what it takes anyway, and saves the most. */
  private gatherMsAfter(batch: Waiter<Item, Result>[]): number {
    const { gatherMs = 0, alwaysGathers = false, wholeTakesMs = () => 0 } = this.options;
    if (alwaysGathers) return gatherMs;
    if (batch.length === 1) return 0;
    const byLength = gatherMs * Math.floor(batch.length / ITEMS_A_GATHERING);
    const byWhole = SHARE_OF_WHOLE * Math.min(...batch.map(({ item }) => wholeTakesMs(item)));
    return Math.min(Math.max(gatherMs, byLength, byWhole), gatherMs * MAX_GATHERINGS);
  }

  private takeBatch(): Waiter<Item, Result>[] {
    const { size, keyOf } = this.options;
    if (!keyOf) return this.waiting.splice(0, size);
    const batch: Waiter<Item, Result>[] = [];
    const others: Waiter<Item, Result>[] = [];
    const taken = new Set(this.busyKeys);
    for (const waiter of this.waiting) {
      const isFree = batch.length < size && !taken.has(waiter.key);
      taken.add(waiter.key);
      (isFree ? batch : others).push(waiter);
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
