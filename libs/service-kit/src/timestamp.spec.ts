import { toNullableTimestamp, toTimestamp } from './timestamp';

describe('toTimestamp', () => {
  it.each([
    [new Date(Date.UTC(2026, 0, 31, 10, 20, 30, 5)), '2026-01-31T10:20:30.005+00:00'],
    ['2026-01-31 10:20:30.005+00', '2026-01-31T10:20:30.005+00:00'],
    ['2026-01-31 10:20:30.12+00', '2026-01-31T10:20:30.120+00:00'],
    ['2026-01-31 10:20:30.1+00', '2026-01-31T10:20:30.100+00:00'],
    ['2026-01-31 10:20:30+00', '2026-01-31T10:20:30.000+00:00'],
  ])('writes %p as %s', (moment, written) => {
    expect(toTimestamp(moment)).toBe(written);
    expect(toNullableTimestamp(moment)).toBe(written);
  });

  it('returns null for null', () => {
    expect(toNullableTimestamp(null)).toBeNull();
  });
});
