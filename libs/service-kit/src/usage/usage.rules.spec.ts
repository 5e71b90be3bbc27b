import { announcedOf, isFarFromLimit, maxForExisting, percentageOf } from './usage.rules';

const GIB = 1024 ** 3;

describe('isFarFromLimit', () => {
  it.each([
    ['little of much', { used: 10, max: 1_000_000 }, 1, true],
    ['less than a hundredth left', { used: 990_000, max: 1_000_000 }, 1, false],
    ['less than a thousand left', { used: 4_000, max: 5_000 }, 1, false],
    ['a small limit', { used: 0, max: 1_000 }, 1, false],
    ['no limit yet', { used: 5, max: Infinity }, 1, true],
  ])('%s', (_, level, addition, expected) =>
    expect(isFarFromLimit('contacts', level, addition)).toBe(expected),
  );

  it('keeps ten GiB of bytes', () => {
    expect(isFarFromLimit('media_bytes', { used: 0, max: 20 * GIB }, 10 * GIB)).toBe(true);
    expect(isFarFromLimit('media_bytes', { used: 1, max: 20 * GIB }, 10 * GIB)).toBe(false);
  });
});

describe('percentageOf', () => {
  it.each([
    [0, 10, 0],
    [7, 10, 0],
    [8, 10, 80],
    [9, 10, 80],
    [10, 10, 100],
    [11, 10, 100],
    [0, 0, 0],
    [1, 0, 100],
    [-3, 10, 0],
  ])('%i of %i: %i', (used, max, expected) => expect(percentageOf({ used, max })).toBe(expected));
});

describe('announcedOf', () => {
  it.each([
    ['rises', 80, 0, 80],
    ['rises over both', 100, 0, 100],
    ['rises further', 100, 80, 100],
    ['stays', 85, 80, 80],
    ['falls a little', 76, 80, 80],
    ['falls clearly', 74, 80, 0],
    ['falls a little below the limit', 96, 100, 100],
    ['falls clearly below the limit', 94, 100, 80],
    ['falls below both', 10, 100, 0],
  ])('%s', (_, used, announced, expected) =>
    expect(announcedOf({ used, max: 100 }, announced)).toBe(expected),
  );
});

describe('maxForExisting', () => {
  it.each([
    ['little', 'contacts', 499_999, null],
    ['more than half', 'contacts', 600_000, 1_200_000],
    ['more than the default', 'contacts', 3_000_000, 6_000_000],
    ['more than is possible', 'webhooks', 90, 100],
  ] as const)('%s', (_, limit, used, expected) => expect(maxForExisting(limit, used)).toBe(expected));
});
