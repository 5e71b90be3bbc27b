import { percentile, spreadOf } from './statistics.rules';

describe('spreadOf', () => {
  it.each([
    [[7], { median: 7, min: 7, max: 7 }],
    [[9, 1, 10], { median: 9, min: 1, max: 10 }],
    [[4, 1, 2, 100], { median: 3, min: 1, max: 100 }],
  ])('of %j is %j', (values, spread) => {
    expect(spreadOf(values)).toEqual(spread);
  });

  it('does not reorder the given values', () => {
    const values = [3, 1, 2];
    spreadOf(values);
    expect(values).toEqual([3, 1, 2]);
  });

  it('refuses an empty list', () => {
    expect(() => spreadOf([])).toThrow(RangeError);
  });
});

describe('percentile', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);

  it.each([
    ['the median of an even number of values is the lower one', [1, 2, 3, 4], 0.5, 2],
    ['99 of 100', hundred, 0.99, 99],
    ['half of 100, whatever their order', hundred, 0.5, 50],
    ['the p99 of few values is the largest', [5, 1], 0.99, 5],
    ['no share at all is the smallest', [5, 1], 0, 1],
  ])('%s', (_case, values, share, expected) => {
    expect(percentile(values, share)).toBe(expected);
  });

  it('refuses an empty list', () => {
    expect(() => percentile([], 0.5)).toThrow(RangeError);
  });
});
