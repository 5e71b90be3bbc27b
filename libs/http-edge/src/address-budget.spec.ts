import { AddressBudget } from './address-budget';

describe('a budget per address', () => {
  let budget: AddressBudget;

  beforeEach(() => {
    jest.useFakeTimers();
    budget = new AddressBudget({ count: 3, windowMs: 60_000 });
  });

  afterEach(() => jest.useRealTimers());

  const spend = (times: number, block = 'a') => Array.from({ length: times }, () => budget.spend(block));

  it('grants all of it at once, and then says how long to wait for the next', () => {
    expect(spend(4)).toEqual([0, 0, 0, 20]);
    jest.advanceTimersByTime(19_500);
    expect(spend(1)).toEqual([1]);
    jest.advanceTimersByTime(500);
    expect(spend(2)).toEqual([0, 20]);
  });

  it('grants exactly its count, whatever the count', () => {
    for (const count of [1, 7, 60, 299, 600, 7_777]) {
      jest.advanceTimersByTime(86_400_001);
      budget = new AddressBudget({ count, windowMs: 60_000 });
      expect(spend(2 * count).filter((wait) => wait === 0)).toHaveLength(count);
    }
  });

  it('is whole again after its window, and never more than that', () => {
    spend(4);
    jest.advanceTimersByTime(10 * 60_000);
    expect(spend(4)).toEqual([0, 0, 0, 20]);
  });

  it('charges nothing for what it refuses', () => {
    spend(1_000);
    jest.advanceTimersByTime(20_000);
    expect(spend(1)).toEqual([0]);
  });

  it('keeps the addresses apart', () => {
    spend(4);
    expect(spend(1, 'b')).toEqual([0]);
  });

  it('takes back what was refunded, and nothing from an address that spent nothing', () => {
    spend(3);
    budget.refund('a');
    budget.refund('b');
    expect(spend(2)).toEqual([0, 20]);
    expect(spend(4, 'b')).toEqual([0, 0, 0, 20]);
  });

  it('forgets the address that spent longest ago of more than 50,000', () => {
    spend(1);
    spend(3, 'b');
    spend(2);
    for (let index = 0; index < 49_998; index += 1) spend(1, `address ${index}`);
    expect([spend(1), spend(1, 'b')]).toEqual([[20], [20]]);
    spend(1, 'one more');
    expect([spend(1), spend(1, 'b')]).toEqual([[20], [0]]);
  });
});
