import { Random } from './random.rules';

describe('Random', () => {
  const numbers = (seed: number) => {
    const random = new Random(seed);
    return Array.from({ length: 200 }, () => random.between(1, 6));
  };

  it('is the same for the same seed, and differs for another', () => {
    expect(numbers(7)).toEqual(numbers(7));
    expect(numbers(7)).not.toEqual(numbers(8));
  });

  it('stays within the bounds and reaches both', () => {
    expect(new Set(numbers(1))).toEqual(new Set([1, 2, 3, 4, 5, 6]));
  });

  it('shuffles without loss', () => {
    expect(new Random(3).shuffle([1, 2, 3, 4]).toSorted()).toEqual([1, 2, 3, 4]);
  });

  it('samples in the order of the items, and returns all of them if there are not more', () => {
    const items = Array.from({ length: 50 }, (_, index) => index);
    const sample = new Random(3).sample(items, 10);
    expect(sample).toHaveLength(10);
    expect(sample).toEqual(sample.toSorted((a, b) => a - b));
    expect(new Random(3).sample(items, 100)).toEqual(items);
  });
});
