import { scopes as all } from '@chat/contracts';
import { addressesOf, expiryOf, scopes, stateOf, withAddress } from './keys.rules';

const NOW = Date.parse('2026-01-02T00:00:00Z');

describe('a key', () => {
  it('may be given every scope that there is', () => {
    expect([...scopes].sort()).toEqual([...all].sort());
  });

  it.each([
    [{ revoked_at: null, expires_at: null }, 'works'],
    [{ revoked_at: null, expires_at: '2026-01-02T00:00:01.000+00:00' }, 'works'],
    [{ revoked_at: null, expires_at: '2026-01-02T00:00:00.000+00:00' }, 'expired'],
    [{ revoked_at: '2026-01-01T00:00:00.000+00:00', expires_at: null }, 'revoked'],
  ])('with %j %s', (key, state) => {
    expect(stateOf(key, NOW)).toBe(state);
  });

  it.each([
    ['', []],
    [' 192.0.2.1\n2001:db8::/32, 192.0.2.1 ', ['192.0.2.1', '2001:db8::/32']],
  ])('allows of %j the addresses %j', (text, addresses) => {
    expect(addressesOf(text)).toEqual(addresses);
  });

  it('is given an own address once', () => {
    expect(withAddress('192.0.2.1', '192.0.2.7')).toBe('192.0.2.1\n192.0.2.7');
    expect(withAddress('192.0.2.1 ', '192.0.2.1')).toBe('192.0.2.1');
  });

  it.each([
    ['never', null],
    ['30', '2026-02-01T00:00:00.000Z'],
  ] as const)('that lasts %s ends at %s', (lifetime, end) => {
    expect(expiryOf(lifetime, NOW)).toBe(end);
  });
});
