import { AddressCache } from './address-cache';

describe('the cache of addresses', () => {
  it('parses an address once', () => {
    const cache = new AddressCache();
    expect(cache.parse('203.0.113.7')?.toString()).toBe('203.0.113.7');
    expect(cache.parse('203.0.113.7')).toBe(cache.parse('203.0.113.7'));
  });

  it('answers a thousand later ones, and what is none, like the first', () => {
    const cache = new AddressCache();
    for (let last = 0; last < 2_000; last += 1) {
      const text = `10.0.${last >> 8}.${last & 255}`;
      expect(cache.parse(text)?.toString()).toBe(text);
    }
    expect(cache.parse('unknown')).toBeNull();
  });
});
