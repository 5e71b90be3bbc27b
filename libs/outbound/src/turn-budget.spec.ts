import { TurnBudget } from './turn-budget';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('the budget of a turn of the event loop', () => {
  it('run pieces up to their size at once, and the others in later turns, in order', async () => {
    const turns = new TurnBudget(10);
    const done: string[] = [];
    const ask = (name: string, size: number) => {
      if (turns.tryAcquire(size)) done.push(name);
      else turns.wait(size, () => done.push(name));
    };
    ask('a', 6);
    ask('b', 4);
    ask('c', 6);
    ask('d', 1);
    expect(done).toEqual(['a', 'b']);
    await nextTurn();
    expect(done).toEqual(['a', 'b', 'c', 'd']);
    ask('e', 4);
    expect(done).toEqual(['a', 'b', 'c', 'd']);
    await nextTurn();
    expect(done).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('give a piece that is larger than a turn a whole turn', async () => {
    const turns = new TurnBudget(10);
    const done: string[] = [];
    expect(turns.tryAcquire(1)).toBe(true);
    for (const name of ['a', 'b']) {
      expect(turns.tryAcquire(50)).toBe(false);
      turns.wait(50, () => done.push(name));
    }
    await nextTurn();
    expect(done).toEqual(['a']);
    await nextTurn();
    expect(done).toEqual(['a', 'b']);
  });

  it('have room again after one has passed', async () => {
    const turns = new TurnBudget(10);
    expect([turns.tryAcquire(10), turns.tryAcquire(1)]).toEqual([true, false]);
    await nextTurn();
    expect(turns.tryAcquire(10)).toBe(true);
  });
});
