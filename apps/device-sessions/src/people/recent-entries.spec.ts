import { RecentEntries } from './recent-entries';

describe('recent entries', () => {
  it('expire', () => {
    const entries = new RecentEntries<string>(10);
    entries.set('a', 'A', 100);
    expect([entries.get('a', 99), entries.get('a', 100), entries.get('a', 99)]).toEqual([
      'A',
      undefined,
      undefined,
    ]);
  });

  it('make room for others, the least recently used first', () => {
    const entries = new RecentEntries<string>(2);
    entries.set('a', 'A', 100);
    entries.set('b', 'B', 100);
    entries.get('a', 0);
    entries.set('c', 'C', 100);
    expect(['a', 'b', 'c'].map((key) => entries.get(key, 0))).toEqual(['A', undefined, 'C']);
  });
});
