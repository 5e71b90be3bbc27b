import { asOf, isOutdated } from './state-time.rules';

const stateAt = asOf(new Date('2026-01-01T10:00:07.900Z'));

describe('what the provider reports of a number that was connected', () => {
  it.each([
    ['long before', '2026-01-01T09:00:00.000Z', true],
    ['just before, as far as clocks agree', '2026-01-01T10:00:01.000Z', true],
    ['at the same time by a clock that is five seconds behind', '2026-01-01T10:00:02.000Z', false],
    ['in the same second, which is written without its fraction', '2026-01-01T10:00:07.000Z', false],
    ['later', '2026-01-01T10:00:08.000Z', false],
  ])('of %s', (_, at, expected) => {
    expect(isOutdated({ state_at: stateAt }, new Date(at))).toBe(expected);
  });

  it('counts whenever it happened while nobody knows since when the number is as it is', () => {
    expect(isOutdated({ state_at: null }, new Date(0))).toBe(false);
  });
});
