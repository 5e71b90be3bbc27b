import { findingOf, medianP99Ratio, p99Ratio } from './bootstrap.rules';

/** Random numbers that are the same in each run. */
function numbers(): () => number {
  let state = 7;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

/** Blocks of calls of 1 ms; some of the blocks contain a pause that delays half of their calls. */
function seconds(count: number, pauses: number, pauseMs = 20): number[][] {
  return Array.from({ length: count }, (_, index) =>
    Array.from({ length: 100 }, (_call, call) => (index < pauses && call % 2 === 0 ? pauseMs : 1)),
  );
}

describe('the ratio of two p99', () => {
  it('is 1, with an interval that contains 1, when nothing differs', () => {
    const { value, low, high } = p99Ratio(seconds(40, 20), seconds(40, 20), numbers());
    expect({ value, low, high }).toEqual({ value: 1, low: 1, high: 1 });
  });

  it('is as uncertain as the number of pauses allows, however many calls each delayed', () => {
    const { value, low, high } = p99Ratio(seconds(40, 1), seconds(40, 1), numbers());
    expect(value).toBe(1);
    expect([low, high]).toEqual([1 / 20, 20]);
  });

  it('detects a difference that the pauses of the baseline do not explain', () => {
    const { low } = p99Ratio(seconds(40, 20, 50), seconds(40, 20, 20), numbers());
    expect(low).toBeGreaterThan(2);
  });
});

describe('the ratio of the p99 of two median blocks', () => {
  it('does not depend on pauses in fewer than half of the blocks', () => {
    expect(medianP99Ratio(seconds(40, 10), seconds(40, 1), numbers())).toEqual({ value: 1, low: 1, high: 1 });
  });

  it('detects what slows down every block', () => {
    expect(medianP99Ratio(seconds(40, 40, 3), seconds(40, 10), numbers())).toEqual({
      value: 3,
      low: 3,
      high: 3,
    });
  });
});

it.each([
  ['met', { value: 1, low: 0.9, high: 1.2 }],
  ['missed', { value: 1.5, low: 1.21, high: 1.8 }],
  ['open', { value: 1.1, low: 0.9, high: 1.3 }],
])('a limit of 1.2 is %s by %p', (finding, estimate) => {
  expect(findingOf(estimate, 1.2)).toBe(finding);
});
