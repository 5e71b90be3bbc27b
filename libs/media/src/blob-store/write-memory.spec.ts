import { ByteBudget } from '@chat/flow';
import { WriteMemory } from './write-memory';

const [MALLORY, ALICE] = [1, 2];

describe('the memory of a write', () => {
  let budget: ByteBudget;

  beforeEach(() => {
    jest.useFakeTimers();
    budget = new ByteBudget(100);
  });

  afterEach(() => jest.useRealTimers());

  /** Waits for memory that is not released in time. */
  const refused = async (memory: WriteMemory, bytes: number) => {
    const refusal = memory.acquire(bytes).catch((error: unknown) => error);
    jest.advanceTimersByTime(5_000);
    return refusal;
  };

  it('is refused for a while to an account whose other files hold memory', async () => {
    await new WriteMemory(budget, MALLORY).acquire(50);
    expect(await refused(new WriteMemory(budget, MALLORY), 1)).toMatchObject({
      code: 'rate_limit_exceeded',
      details: { retry_after: 5 },
    });
  });

  it('is unavailable to the only file of an account, if those of others leave too little', async () => {
    await new WriteMemory(budget, MALLORY).acquire(50);
    const only = new WriteMemory(budget, ALICE);
    await only.acquire(20);
    expect(await refused(only, 20)).toMatchObject({
      code: 'service_unavailable',
      details: { retry_after: 5 },
    });
  });

  it('is free for others once the write has released all of it', async () => {
    const first = new WriteMemory(budget, MALLORY);
    await first.acquire(20);
    await first.acquire(30);
    first.release(20);
    const waiting = new WriteMemory(budget, MALLORY).acquire(50);
    first.releaseAll();
    await waiting;
    expect(budget.takenBy(MALLORY)).toBe(50);
  });
});
