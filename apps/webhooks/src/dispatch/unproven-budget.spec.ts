import { UnprovenBudget } from './unproven-budget';

let budget: UnprovenBudget;

beforeEach(() => {
  budget = new UnprovenBudget();
});

const take = (accountId: number, count: number, nowMs = 0) => {
  for (let taken = 0; taken < count; taken += 1) budget.noteStart(accountId, nowMs);
};

describe('UnprovenBudget', () => {
  it('permits ten requests, then one every two seconds, to each account', () => {
    take(1, 10);
    expect([budget.left(1, 0), budget.left(2, 0)]).toEqual([0, 10]);
    expect([budget.left(1, 1_999), budget.left(1, 2_000), budget.left(1, 60_000)]).toEqual([0, 1, 10]);
    take(1, 1, 2_000);
    expect([budget.left(1, 3_999), budget.left(1, 4_000)]).toEqual([0, 1]);
  });

  it('does not count requests that succeeded or reached nobody', () => {
    take(1, 10);
    budget.noteEnd(1, { isHarmless: true, isExcessive: false }, 0);
    expect(budget.left(1, 0)).toBe(1);
    for (let count = 0; count < 20; count += 1)
      budget.noteEnd(1, { isHarmless: true, isExcessive: false }, 0);
    expect(budget.left(1, 0)).toBe(10);
  });

  it('permits ten excessive exchanges a second if they succeed, and counts them in full if they fail', () => {
    take(1, 10);
    budget.noteEnd(1, { isHarmless: false, isExcessive: true }, 0);
    expect(budget.left(1, 0)).toBe(0);
    budget.noteEnd(1, { isHarmless: true, isExcessive: true }, 0);
    expect([budget.left(1, 99), budget.left(1, 100)]).toEqual([0, 1]);
    let succeeded = 0;
    for (let nowMs = 100; nowMs < 10_100; nowMs += 10) {
      if (budget.left(1, nowMs) === 0) continue;
      budget.noteStart(1, nowMs);
      budget.noteEnd(1, { isHarmless: true, isExcessive: true }, nowMs);
      succeeded += 1;
    }
    expect(succeeded).toBe(100);
  });

  it('permits one request at a time after an excessive exchange, and one more every two seconds without', () => {
    take(1, 1);
    budget.noteEnd(1, { isHarmless: true, isExcessive: true }, 0);
    const left = [99, 100, 2_099, 2_100, 18_100].map((nowMs) => budget.left(1, nowMs));
    expect(left).toEqual([0, 1, 1, 2, 10]);
  });

  it('says how long it takes until an account may have another one', () => {
    take(1, 10);
    expect([budget.untilLeftMs(1, 0), budget.untilLeftMs(1, 500), budget.untilLeftMs(2, 0)]).toEqual([
      2_000, 1_500, 0,
    ]);
    budget.noteEnd(2, { isHarmless: true, isExcessive: true }, 0);
    expect(budget.untilLeftMs(2, 0)).toBe(100);
  });

  it('names the accounts that have spent theirs', () => {
    take(1, 10);
    take(2, 9);
    expect(budget.overspent(0)).toEqual([1]);
    expect(budget.overspent(2_000)).toEqual([]);
  });
});
