import { incarnationOf, printCursor, readCursor } from './cursor.rules';

describe('a cursor', () => {
  const cursor = {
    incarnation: incarnationOf('2026-11-28T10:20:30.123456789Z'),
    sequence: 81_234,
    atMs: 1_764_328_000_123,
  };

  it('is read as it was printed, and fits into a URL and a line', () => {
    const text = printCursor(cursor);
    expect(readCursor(text)).toEqual(cursor);
    expect(text).toMatch(/^[\w.]{1,60}$/);
  });

  it('names another stream if that was created at another time', () => {
    expect(incarnationOf('2026-11-28T10:20:30.124Z')).not.toBe(cursor.incarnation);
  });

  it.each([
    '',
    '.',
    'a.b',
    'a.b.c.d',
    'a.-1.c',
    'A.b.c',
    'a.b.c\n',
    'a.zzzzzzzzzzz.c',
    'é.b.c',
    'a'.repeat(200),
  ])('is nothing that no gateway printed: %p', (text) => expect(readCursor(text)).toBeNull());
});
