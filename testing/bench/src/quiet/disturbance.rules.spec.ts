import { isDisturbed, leastDisturbed } from './disturbance.rules';

const quiet = { foreignShare: 0.01, slowdown: 1.05 };
const busy = { foreignShare: 0.3, slowdown: 1 };
const slow = { foreignShare: 0, slowdown: 1.4 };

describe('isDisturbed', () => {
  it.each([
    ['a quiet machine', quiet, false],
    ['other processes', busy, true],
    ['a slow machine', slow, true],
    ['a machine that does not report it', { foreignShare: null, slowdown: 1 }, false],
  ])('%s', (_case, disturbance, expected) => {
    expect(isDisturbed(disturbance)).toBe(expected);
  });
});

describe('leastDisturbed', () => {
  const watched = (round: number, disturbance: typeof quiet) => ({ round, disturbance });

  it('returns the quiet rounds, in order', () => {
    const all = [watched(1, quiet), watched(2, busy), watched(3, quiet)];
    expect(leastDisturbed(all, 2)).toEqual({ rounds: [1, 3], repeated: 1, disturbed: 0, worst: quiet });
  });

  it('fills up with the least disturbed ones, and counts them', () => {
    const all = [watched(1, busy), watched(2, slow), watched(3, quiet)];
    expect(leastDisturbed(all, 2)).toEqual({ rounds: [2, 3], repeated: 1, disturbed: 1, worst: slow });
  });

  it('refuses to choose from too few', () => {
    expect(() => leastDisturbed([watched(1, quiet)], 2)).toThrow(RangeError);
  });
});
