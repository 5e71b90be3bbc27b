import { ByteBudget } from './byte-budget';

const [MALLORY, TRUDY, ALICE] = [1, 2, 3];

describe('a budget of bytes', () => {
  let budget: ByteBudget;
  let taken: string[];

  const take = async (accountId: number, bytes: number, name = `${bytes}`, timeoutMs = 1_000) => {
    taken.push((await budget.acquire(accountId, bytes, timeoutMs)) ? name : `${name} too late`);
  };
  /** Takes single bytes until there are no more. @returns how many. */
  const takeAll = async (accountId: number) => {
    while (await budget.acquire(accountId, 1, 0));
    return budget.takenBy(accountId);
  };

  beforeEach(() => {
    budget = new ByteBudget(120);
    taken = [];
  });

  it('gives one account half, and each further one as much as it leaves for the next', async () => {
    expect(await takeAll(MALLORY)).toBe(60);
    expect(await takeAll(TRUDY)).toBe(30);
    expect(await takeAll(ALICE)).toBe(15);
  });

  it('gives accounts that grow together equal parts', async () => {
    const growing = [MALLORY, TRUDY, ALICE];
    for (let round = 0; round < 100; round += 1) {
      for (const account of growing) await budget.acquire(account, 1, 0);
    }
    expect(growing.map((account) => budget.takenBy(account))).toEqual([30, 30, 30]);
  });

  it('serves those who wait in order, as soon as there is enough for them', async () => {
    await take(MALLORY, 60);
    const waiting = [take(MALLORY, 20, 'large'), take(MALLORY, 5, 'small'), take(TRUDY, 40, 'other')];
    budget.release(MALLORY, 10);
    await waiting[1];
    expect(taken).toEqual(['60', 'small']);
    budget.release(MALLORY, 35);
    await Promise.all(waiting);
    expect(taken).toEqual(['60', 'small', 'large', 'other']);
  });

  it('is waited for only so long, and who left takes nothing', async () => {
    await take(MALLORY, 60);
    await take(MALLORY, 1, 'impatient', 10);
    expect(taken).toEqual(['60', 'impatient too late']);
    budget.release(MALLORY, 60);
    expect(budget.takenBy(MALLORY)).toBe(0);
    await take(MALLORY, 60, 'all again');
    expect(taken.at(-1)).toBe('all again');
  });
});
