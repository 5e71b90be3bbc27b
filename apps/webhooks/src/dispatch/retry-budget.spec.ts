import { RetryBudget } from './retry-budget';

const take = (budget: RetryBudget, count: number, nowMs: number) => {
  for (let taken = 0; taken < count; taken += 1) budget.take(nowMs);
};

describe('RetryBudget', () => {
  it('permits a burst of 200, then 200 per second', () => {
    const budget = new RetryBudget(1_000);
    expect(budget.available(10_000)).toBe(200);
    take(budget, 200, 10_000);
    expect(budget.available(10_000)).toBe(0);
    expect(budget.available(10_500)).toBe(100);
    expect(budget.available(20_000)).toBe(200);
  });

  it('permits no more concurrent retries than it has slots', () => {
    const budget = new RetryBudget(3);
    take(budget, 2, 0);
    expect(budget.available(10_000)).toBe(1);
    budget.release();
    expect(budget.available(10_000)).toBe(2);
  });
});
