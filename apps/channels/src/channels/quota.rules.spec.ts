import { hasFreeSlot, remainingSlots } from './quota.rules';

describe('channel slots', () => {
  it.each([
    ['a free plan', 5, 0, 5, true],
    ['the last slot', 5, 4, 1, true],
    ['a full plan', 5, 5, 0, false],
    ['a plan that was lowered below its use', 5, 6, 0, false],
    ['a plan without slots', 0, 0, 0, false],
    ['an unlimited plan', -1, 0, -1, true],
    ['an unlimited plan in use', -1, 999, -1, true],
    ['an unlimited plan with as many as an account can have', -1, 1_000, -1, false],
    ['a plan of more than an account can have', 1_500, 1_000, 500, false],
  ])('%s: limit %i with %i in use leaves %i', (_, limit, inUse, remaining, isFree) => {
    expect(remainingSlots(limit, inUse)).toBe(remaining);
    expect(hasFreeSlot(limit, inUse)).toBe(isFree);
  });
});
