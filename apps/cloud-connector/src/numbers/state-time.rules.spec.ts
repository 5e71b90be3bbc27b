import { asOf, isOutdated } from './state-time.rules';

const stateAt = asOf(new Date('2026-01-01T10:00:07.900Z'));

describe('whether a report about a connected number counts', () => {
  it.each([
    ['long before', '2026-01-01T09:00:00.000Z', true],
    ['just before, within the clock skew', '2026-01-01T10:00:01.000Z', true],
    ['at the same time by a clock that is five seconds slow', '2026-01-01T10:00:02.000Z', false],
    ['in the same second, whose fraction is not reported', '2026-01-01T10:00:07.000Z', false],
    ['later', '2026-01-01T10:00:08.000Z', false],
  ])('from %s', (_, at, expected) => {
    expect(isOutdated(stateAt, new Date(at))).toBe(expected);
  });

  it('is always true while the time of the number’s status is unknown', () => {
    expect(isOutdated(null, new Date(0))).toBe(false);
  });
});
