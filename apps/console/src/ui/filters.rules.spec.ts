import { beginOf, readDay, readOneOf, readText } from './filters.rules';

describe('filters of an address', () => {
  it('are texts of a bounded length', () => {
    expect([readText(' a '), readText(17), readText(''), readText({}), readText(['a'])]).toEqual([
      'a',
      '17',
      undefined,
      undefined,
      undefined,
    ]);
    expect(readText('x'.repeat(300))).toHaveLength(200);
  });

  it('are known values, or nothing', () => {
    expect([readOneOf('b', ['a', 'b']), readOneOf('c', ['a', 'b'])]).toEqual(['b', undefined]);
  });

  it.each([
    ['2026-02-03', '2026-02-03'],
    ['2026-99-03', undefined],
    ['tomorrow', undefined],
  ])('are days: %s', (given, day) => {
    expect(readDay(given)).toBe(day);
  });

  it('begin and end with the day of the person', () => {
    expect(beginOf('2026-02-28')).toBe(new Date(2026, 1, 28).toISOString());
    expect(beginOf('2026-02-28', 1)).toBe(new Date(2026, 2, 1).toISOString());
    expect(beginOf(undefined, 1)).toBeUndefined();
  });
});
