import { isStable } from './stability.rules';

it.each([
  ['too few rates', [100, 100], false],
  ['three equal rates', [100, 104, 102], true],
  ['rates that still rise', [100, 110, 120], false],
  ['a slow start, then equal rates', [10, 60, 100, 103, 99], true],
  ['a rate that fell at the end', [100, 100, 100, 80], false],
])('%s', (_case, rates, expected) => {
  expect(isStable(rates, 0.05)).toBe(expected);
});
