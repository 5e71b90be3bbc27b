import { preferredCoding } from './content-coding.rules';

describe('the coding of a document', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['deflate', null],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['GZIP;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0.000, gzip ;q=0', null],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['*;q=0, gzip', 'gzip'],
    ['identity', null],
    ['brotli, gzipped', null],
  ])('for Accept-Encoding: %s', (header, coding) => {
    expect(preferredCoding(header, ['br', 'gzip'])).toBe(coding);
  });
});
