import { NewcomerBudget } from './newcomer-budget';

let budget: NewcomerBudget;

beforeEach(() => {
  budget = new NewcomerBudget();
});

const take = (accountId: number, count: number, nowMs = 0) => {
  for (let taken = 0; taken < count; taken += 1) budget.take(accountId, nowMs);
};

describe('NewcomerBudget', () => {
  it('permits ten requests, then one every two seconds, to each account', () => {
    take(1, 10);
    expect([budget.left(1, 0), budget.left(2, 0)]).toEqual([0, 10]);
    expect([budget.left(1, 1_999), budget.left(1, 2_000), budget.left(1, 60_000)]).toEqual([0, 1, 10]);
    take(1, 1, 2_000);
    expect([budget.left(1, 3_999), budget.left(1, 4_000)]).toEqual([0, 1]);
  });

  it('does not count successes', () => {
    take(1, 10);
    budget.giveBack(1, 0);
    expect(budget.left(1, 0)).toBe(1);
    for (let count = 0; count < 20; count += 1) budget.giveBack(1, 0);
    expect(budget.left(1, 0)).toBe(10);
  });

  it('names the accounts that have spent theirs', () => {
    take(1, 10);
    take(2, 9);
    expect(budget.spenders(0)).toEqual([1]);
    expect(budget.spenders(2_000)).toEqual([]);
  });
});
