import { AccountSlots } from './account-slots';

describe('the slots of an account', () => {
  let slots: AccountSlots;
  let taken: string[];

  const take = async (name: string, { accountId = 1, timeoutMs = 1_000 } = {}) => {
    taken.push((await slots.acquire(accountId, timeoutMs)) ? name : `${name} too late`);
  };

  beforeEach(() => {
    jest.useFakeTimers();
    slots = new AccountSlots(2);
    taken = [];
  });

  afterEach(() => jest.useRealTimers());

  it('are given to those who wait, in order, and not to more at once', async () => {
    const all = ['a', 'b', 'c', 'd'].map((name) => take(name));
    await Promise.all(all.slice(0, 2));
    expect(taken).toEqual(['a', 'b']);
    slots.release(1);
    await all[2];
    expect(taken).toEqual(['a', 'b', 'c']);
    slots.release(1);
    await all[3];
    slots.release(1);
    slots.release(1);
    await Promise.all([take('e'), take('f')]);
    expect(taken).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });

  it('are not affected by other accounts', async () => {
    await Promise.all([take('a'), take('b'), take('other', { accountId: 2 })]);
    expect(taken).toEqual(['a', 'b', 'other']);
  });

  it('are refused at once to whoever does not wait', () => {
    const tries = [1, 1, 1, 2].map((accountId) => slots.tryAcquire(accountId));
    expect(tries).toEqual([true, true, false, true]);
    slots.release(1);
    expect([slots.tryAcquire(1), slots.tryAcquire(1)]).toEqual([true, false]);
  });

  it('are waited for only so long, and those who left get none', async () => {
    await Promise.all([take('a'), take('b')]);
    const [impatient, patient] = [take('c', { timeoutMs: 100 }), take('d')];
    jest.advanceTimersByTime(100);
    await impatient;
    slots.release(1);
    await patient;
    expect(taken).toEqual(['a', 'b', 'c too late', 'd']);
  });

  it('are held while work is done, also if it fails, and refused work is not begun', async () => {
    const begun: string[] = [];
    const run = (name: string, work: () => Promise<unknown>) =>
      slots.run(
        1,
        () => {
          begun.push(name);
          return work();
        },
        { timeoutMs: 100, refusal: () => new Error(`no slot for ${name}`) },
      );
    let end = (): void => undefined;
    const held = run('a', () => new Promise<void>((resolve) => (end = resolve)));
    await expect(run('b', () => Promise.reject(new Error('b failed')))).rejects.toThrow('b failed');
    await take('c');
    const refused = expect(run('d', () => Promise.resolve())).rejects.toThrow('no slot for d');
    jest.advanceTimersByTime(100);
    await refused;
    end();
    await held;
    await run('e', () => Promise.resolve());
    expect(begun).toEqual(['a', 'b', 'e']);
  });
});
