import { Batcher, type BatcherOptions } from './batcher';

/** Far more turns than any batch needs to start. */
const MANY_TURNS = 1_000;
/** One turn of the event loop. */
const turn = () => new Promise((resolve) => setImmediate(resolve));
/** Waits for more turns than a batch needs to start if it waits for nothing else. */
const turns = async () => {
  for (let count = 0; count < 5; count += 1) await turn();
};

// The specs control time, but not the turns of the event loop.
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'clearImmediate', 'nextTick', 'queueMicrotask'] });
});

afterEach(() => {
  jest.useRealTimers();
});

/** Creates a batcher whose batches end only when the spec ends them. */
function held<Item>(options: Partial<BatcherOptions<Item>> = {}) {
  const batches: { items: Item[]; succeed: () => void; fail: (error: Error) => void }[] = [];
  const batcher = new Batcher<Item, string>(
    (items) =>
      new Promise((resolve, reject) => {
        const succeed = () => resolve(items.map((item) => `done ${String(item)}`));
        batches.push({ items, succeed, fail: reject });
      }),
    { size: 64, ...options },
  );
  const begun = async (count: number) => {
    for (let waited = 0; batches.length < count && waited < MANY_TURNS; waited += 1) await turn();
    const batch = batches[count - 1];
    if (!batch) throw new Error(`Batch ${count} does not begin.`);
    return batch;
  };
  return { batcher, batches, begun };
}

describe('Batcher', () => {
  it('processes a single item at once, and batches the items that arrive in the meantime', async () => {
    const { batcher, batches, begun } = held<number>();
    const first = batcher.add(1);
    await begun(1);
    const others = [2, 3, 4].map((item) => batcher.add(item));
    await turns();
    expect(batches.map(({ items }) => items)).toEqual([[1]]);

    (await begun(1)).succeed();
    expect(await first).toBe('done 1');
    const second = await begun(2);
    expect(second.items).toEqual([2, 3, 4]);
    second.succeed();
    expect(await Promise.all(others)).toEqual(['done 2', 'done 3', 'done 4']);
  });

  it('never exceeds the size of a batch', async () => {
    const { batcher, batches, begun } = held<number>({ size: 2 });
    const all = [1, 2, 3, 4, 5].map((item) => batcher.add(item));
    for (const count of [1, 2, 3]) (await begun(count)).succeed();
    await Promise.all(all);
    expect(batches.map(({ items }) => items)).toEqual([[1, 2], [3, 4], [5]]);
  });

  it.each([
    [
      'up to their weight, in their order',
      [3, 7, 1, 9, 9, 1],
      [
        [3, 7],
        [1, 9],
        [9, 1],
      ],
    ],
    ['and a heavier one alone', [1, 50, 2, 3], [[1], [50], [2, 3]]],
    ['the first one, too, if it is heavier', [50, 1], [[50], [1]]],
  ])('batches items %s', async (_, items, expected) => {
    const { batcher, batches, begun } = held<number>({ weight: { of: (item) => item, max: 10 } });
    for (const item of items) void batcher.add(item);
    for (let count = 1; count <= expected.length; count += 1) (await begun(count)).succeed();
    expect(batches.map((batch) => batch.items)).toEqual(expected);
  });

  it('processes items with the same key one at a time and in order, and lets others overtake them', async () => {
    const { batcher, batches, begun } = held<string>({ keyOf: (item) => item[0] });
    const all = ['a1', 'a2', 'b1', 'a3', 'c1', 'b2'].map((item) => batcher.add(item));
    for (const count of [1, 2, 3]) (await begun(count)).succeed();
    await Promise.all(all);
    expect(batches.map(({ items }) => items)).toEqual([['a1', 'b1', 'c1'], ['a2', 'b2'], ['a3']]);
  });

  it('lets items overtake a slow batch, unless it has their key', async () => {
    const { batcher, batches, begun } = held<string>({ keyOf: (item) => item[0] });
    const stuck = batcher.add('a1');
    await begun(1);
    const others = ['a2', 'b1'].map((item) => batcher.add(item));
    await jest.advanceTimersByTimeAsync(50);
    (await begun(2)).succeed();
    expect(await others[1]).toBe('done b1');
    expect(batches.map(({ items }) => items)).toEqual([['a1'], ['b1']]);

    (await begun(1)).succeed();
    (await begun(3)).succeed();
    expect(await Promise.all([stuck, others[0]])).toEqual(['done a1', 'done a2']);
  });

  it('waits for more items after a batch of several, but not before', async () => {
    const { batcher, batches, begun } = held<number>({ gatherMs: 50 });
    const first = [1, 2].map((item) => batcher.add(item));
    (await begun(1)).succeed();
    await Promise.all(first);
    const one = batcher.add(3);
    await turns();
    const two = batcher.add(4);
    await jest.advanceTimersByTimeAsync(50);
    (await begun(2)).succeed();
    await Promise.all([one, two]);
    expect(batches.map(({ items }) => items)).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  /** Expects that after a batch of these items the next one waits exactly this long. */
  async function expectWait(
    options: Partial<BatcherOptions<number>>,
    items: number[],
    ms: number,
  ): Promise<void> {
    const { batcher, batches, begun } = held<number>({ gatherMs: 10, ...options });
    const first = items.map((item) => batcher.add(item));
    (await begun(1)).succeed();
    await Promise.all(first);
    const last = batcher.add(0);
    await jest.advanceTimersByTimeAsync(ms - 1);
    await turns();
    expect(batches).toHaveLength(1);

    await jest.advanceTimersByTimeAsync(1);
    (await begun(2)).succeed();
    await last;
  }

  it.each([
    [2, 10],
    [5, 10],
    [6, 20],
    [18, 60],
    [60, 60],
  ])('waits longer after a larger batch: after %i items, %i ms', async (length, ms) => {
    await expectWait({}, Array<number>(length).fill(0), ms);
  });

  it.each([
    ['a tenth of what the whole takes', [400, 400], 40],
    ['by what takes the shortest of it', [400, 250], 25],
    ['six times as long at most', [4_000, 4_000], 60],
    ['no shorter where the whole is short', [50, 50], 10],
    ['no shorter after a large batch', Array<number>(9).fill(100), 30],
  ])('waits %s', async (_, wholes, ms) => {
    await expectWait({ wholeTakesMs: (whole) => whole }, wholes, ms);
  });

  it('stops waiting once the next batch is full', async () => {
    const { batcher, batches, begun } = held<number>({ gatherMs: 300, size: 2 });
    const first = [1, 2].map((item) => batcher.add(item));
    (await begun(1)).succeed();
    await Promise.all(first);
    const others = [batcher.add(3)];
    await turns();
    expect(batches).toHaveLength(1);

    others.push(batcher.add(4));
    (await begun(2)).succeed();
    await Promise.all(others);
  });

  it('waits for more items even after a single one if it always gathers', async () => {
    const { batcher, batches, begun } = held<number>({ gatherMs: 300, alwaysGathers: true });
    const first = batcher.add(1);
    (await begun(1)).succeed();
    await first;
    const one = batcher.add(2);
    await turns();
    const two = batcher.add(3);
    await jest.advanceTimersByTimeAsync(300);
    (await begun(2)).succeed();
    await Promise.all([one, two]);
    expect(batches.map(({ items }) => items)).toEqual([[1], [2, 3]]);
  });

  it('runs at most four batches concurrently', async () => {
    const { batcher, batches, begun } = held<number>({ size: 1 });
    const all = [1, 2, 3, 4, 5].map((item) => batcher.add(item));
    for (let count = 0; count < 10; count += 1) await jest.advanceTimersByTimeAsync(50);
    await turns();
    expect(batches).toHaveLength(4);

    for (const count of [1, 2, 3, 4, 5]) (await begun(count)).succeed();
    await Promise.all(all);
  });

  it('retries the items of a batch that changed nothing one by one, so that only the bad one fails', async () => {
    const batcher = new Batcher<number, number>(
      (items) =>
        items.includes(2) ? Promise.reject(new Error('2 is bad')) : Promise.resolve(items.map((n) => n * 10)),
      { size: 64, changedNothing: () => true },
    );
    expect(await Promise.allSettled([1, 2, 3].map((item) => batcher.add(item)))).toEqual([
      { status: 'fulfilled', value: 10 },
      { status: 'rejected', reason: new Error('2 is bad') },
      { status: 'fulfilled', value: 30 },
    ]);
  });

  it('does not retry a batch that may have changed something', async () => {
    const { batcher, batches, begun } = held<number>({ changedNothing: () => false });
    const all = Promise.allSettled([batcher.add(1), batcher.add(2)]);
    (await begun(1)).fail(new Error('the connection was lost'));
    expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(batches).toHaveLength(1);
  });

  it('continues after a batch that failed', async () => {
    const { batcher, begun } = held<number>();
    const first = batcher.add(1);
    const failed = expect(first).rejects.toThrow('no');
    (await begun(1)).fail(new Error('no'));
    await failed;
    const second = batcher.add(2);
    (await begun(2)).succeed();
    expect(await second).toBe('done 2');
  });

  it('is idle once the last item is done', async () => {
    const { batcher, begun } = held<number>();
    await batcher.idle();
    const order: string[] = [];
    const done = batcher.add(1).then(() => order.push('done'));
    const idle = batcher.idle().then(() => order.push('idle'));
    (await begun(1)).succeed();
    await Promise.all([done, idle]);
    expect(order).toEqual(['done', 'idle']);
  });
});
