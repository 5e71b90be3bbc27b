import type { BackgroundLoop, BackgroundLoops, LoopDefinition, Transaction, Transactions } from '@chat/bus';
import type { Jobs, Logger, PersonTraces } from '@chat/service-kit';
import type { CallbackEffects } from './callback-effects';
import type { CallbacksRepository, StoredCallback } from './callbacks.repository';
import { CallbacksService } from './callbacks.service';

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'clearImmediate', 'nextTick', 'queueMicrotask'] });
});

afterEach(() => jest.useRealTimers());

const statuses = (id: string) => Buffer.from(`{"statuses":[{"id":"${id}"}]}`);
const message = Buffer.from('{"messages":[{}]}');
const turns = async () => {
  for (let count = 0; count < 5; count += 1) await new Promise((resolve) => setImmediate(resolve));
};

it('batches consecutive statuses for 50 ms before storing them, and stores a message immediately', async () => {
  const stored: string[][] = [];
  const service = storingWith((bodies) => stored.push(bodies));
  await service.keep(statuses('1'));
  const others = [service.keep(statuses('2'))];
  await turns();
  others.push(service.keep(statuses('3')));
  await jest.advanceTimersByTimeAsync(49);
  await service.keep(message);
  expect(stored).toEqual([[String(statuses('1'))], [String(message)]]);

  await jest.advanceTimersByTimeAsync(1);
  await Promise.all(others);
  expect(stored.slice(2)).toEqual([[String(statuses('2')), String(statuses('3'))]]);
});

it('stores at most a megabyte in one statement, in the order of arrival', async () => {
  const stored: string[][] = [];
  const service = storingWith((bodies) => stored.push(bodies));
  const ids = ['a', 'b', 'c', 'd', 'e'];
  const sizes = [400_000, 600_000, 600_000, 2_000_000, 1];
  await Promise.all(sizes.map((size, index) => service.keep(Buffer.from(ids[index]!.repeat(size)))));
  expect(stored.map((bodies) => bodies.map((body) => body[0]))).toEqual([['a', 'b'], ['c'], ['d'], ['e']]);
});

describe('a callback that fails on its own', () => {
  let table: Table;
  let setAside: unknown[];

  beforeEach(() => {
    table = new Table([
      { id: 1, body: 'failing' },
      { id: 2, body: 'innocent' },
    ]);
    setAside = [];
  });

  it('is set aside', async () => {
    await processing(table, setAside)();
    expect(setAside).toEqual([{ body: 'failing' }]);
    expect(table.rows).toEqual([{ id: 2, body: 'innocent' }]);
  });

  it('is not replaced by the next one when another replica takes it first', async () => {
    const round = processing(table, setAside);
    // Two transactions fail with it: that of the batch, and its own.
    table.onLock(3, () => (table.rows = table.rows.filter(({ id }) => id !== 1)));
    await round();
    expect(setAside).toEqual([]);
    expect(table.rows).toEqual([{ id: 2, body: 'innocent' }]);
  });
});

/** The table of callbacks. */
class Table implements Partial<CallbacksRepository> {
  private locks = 0;
  private readonly watchers = new Map<number, () => void>();

  constructor(public rows: StoredCallback[]) {}

  /** Does something before the transaction gets the lock for the nth time. */
  onLock(count: number, work: () => void): void {
    this.watchers.set(count, work);
  }

  lock(): Promise<void> {
    this.locks += 1;
    this.watchers.get(this.locks)?.();
    return Promise.resolve();
  }

  oldest({ limit }: { limit: number }): Promise<{ callbacks: StoredCallback[]; isMore: boolean }> {
    return Promise.resolve({ callbacks: this.rows.slice(0, limit), isMore: this.rows.length >= limit });
  }

  delete(ids: number[]): Promise<number> {
    const before = this.rows.length;
    this.rows = this.rows.filter(({ id }) => !ids.includes(id));
    return Promise.resolve(before - this.rows.length);
  }

  /** Runs a transaction. */
  async run<T>(_: unknown, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const before = this.rows;
    try {
      return await work({} as Transaction);
    } catch (error) {
      this.rows = before;
      throw error;
    }
  }
}

/** @returns a round of a service of which only the processing of callbacks is used. */
function processing(table: Table, setAside: unknown[]): () => Promise<unknown> {
  let round: LoopDefinition['round'] | undefined;
  const loops: Pick<BackgroundLoops, 'add'> = {
    add: (loop) => {
      round = loop.round;
      return {} as BackgroundLoop;
    },
  };
  const effects: Pick<CallbackEffects, 'apply'> = {
    apply: (_, bodies) =>
      bodies.includes('failing') ? Promise.reject(new TypeError('failing')) : Promise.resolve(),
  };
  const jobs: Pick<Jobs, 'add'> = {
    add: (_tx, _type, { data }) => Promise.resolve(void setAside.push(data)),
  };
  const traces: Pick<PersonTraces, 'waitWhile'> = { waitWhile: () => undefined };
  const logger = { warn: () => undefined, error: () => undefined } as unknown as Logger;
  new CallbacksService(
    loops as BackgroundLoops,
    table as unknown as CallbacksRepository,
    effects as CallbackEffects,
    table as unknown as Transactions,
    jobs as Jobs,
    traces as PersonTraces,
    logger,
  );
  return () => round!();
}

/** A service of which only the intake of callbacks is used. */
function storingWith(insert: (bodies: string[]) => void): CallbacksService {
  const loops: Pick<BackgroundLoops, 'add'> = { add: () => ({ wake: () => undefined }) as BackgroundLoop };
  const repository: Pick<CallbacksRepository, 'insert'> = {
    insert: (bodies) => Promise.resolve(insert(bodies)),
  };
  const traces: Pick<PersonTraces, 'waitWhile'> = { waitWhile: () => undefined };
  const unused = {} as never;
  return new CallbacksService(
    loops as BackgroundLoops,
    repository as CallbacksRepository,
    unused,
    unused,
    unused,
    traces as PersonTraces,
    unused,
  );
}
