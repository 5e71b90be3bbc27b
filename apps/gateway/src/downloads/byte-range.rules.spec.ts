import { readByteRange } from './byte-range.rules';

describe('readByteRange', () => {
  it.each([
    ['bytes=0-3', 0, 3],
    ['bytes=7-', 7, 9],
    ['bytes=9-9', 9, 9],
    ['bytes=8-99', 8, 9],
    ['bytes=-2', 8, 9],
    ['bytes=-10', 0, 9],
    ['bytes=-65536', 0, 9],
    [`bytes=0-${'9'.repeat(400)}`, 0, 9],
    ['Bytes= 00-01 ', 0, 1],
  ])('of 10 bytes reads %s as %i to %i', (header, start, end) => {
    expect(readByteRange(header, 10)).toEqual({ start, end });
  });

  it.each([
    ['bytes=10-', 10],
    ['bytes=10-20', 10],
    ['bytes=-0', 10],
    ['bytes=0-', 0],
    ['bytes=-1', 0],
  ])('cannot satisfy %s of %i bytes', (header, size) => {
    expect(readByteRange(header, size)).toBe('unsatisfiable');
  });

  it.each([
    'bytes=5-2',
    'bytes=0-1,4-5',
    'bytes=-',
    'bytes=',
    'bytes',
    'bytes=a-b',
    'bytes=1-1-1',
    'bytes=+1-2',
    'bytes=1.5-2',
    'lines=0-1',
    '',
  ])('ignores %j', (header) => {
    expect(readByteRange(header, 10)).toBeNull();
  });
});
