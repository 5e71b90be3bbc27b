import { daysOf, percentOf } from './account.rules';

describe('what an account uses', () => {
  it.each([
    [0, 10, 0],
    [1, 3, 33],
    [12, 10, 100],
    [0, 0, 0],
    [1, 0, 100],
  ])('of %i in %i is %i percent', (used, max, percent) => {
    expect(percentOf(used, max)).toBe(percent);
  });
});

describe('days', () => {
  it.each([
    ['', null],
    [' 30 ', 30],
    ['-1', undefined],
    ['soon', undefined],
  ])('are read from "%s"', (text, days) => {
    expect(daysOf(text)).toBe(days);
  });
});
