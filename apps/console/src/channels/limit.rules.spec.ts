import { peopleADay } from './limit.rules';

describe('the messaging limit of a number', () => {
  it.each([
    ['TIER_50', 50],
    ['TIER_250', 250],
    ['TIER_1K', 1_000],
    ['TIER_100K', 100_000],
    ['TIER_UNLIMITED', Infinity],
    ['TIER_NOT_SET', null],
    ['STANDARD', null],
  ])('%s is that many people a day: %s', (limit, people) => {
    expect(peopleADay(limit)).toBe(people);
  });
});
