import { randomOf } from './random.rules';

const items = Array.from({ length: 50 }, (_, index) => index);

describe('the random numbers of a seed', () => {
  it('are the same for the same seed, and differ for another', () => {
    const drawn = (seed: number) => randomOf(seed).shuffled(items);
    expect(drawn(7)).toEqual(drawn(7));
    expect(drawn(7)).not.toEqual(drawn(8));
  });

  it('shuffle without losing or repeating an item', () => {
    expect(
      randomOf(1)
        .shuffled(items)
        .toSorted((a, b) => a - b),
    ).toEqual(items);
  });

  it('sample in the order of the items, and return all of them if there are not more', () => {
    const sample = randomOf(3).sample(items, 10);
    expect(sample).toHaveLength(10);
    expect(sample).toEqual(sample.toSorted((a, b) => a - b));
    expect(randomOf(3).sample(items, 100)).toEqual(items);
  });

  it('stay below their limit', () => {
    const random = randomOf(5);
    const drawn = items.map(() => random.below(3));
    expect(new Set(drawn)).toEqual(new Set([0, 1, 2]));
  });
});
