import { parseAddress } from '@chat/http-edge';
import { isAllowed, parseRange } from './allowlist.rules';

function allows(allowlist: string[] | null, address: string): boolean {
  return isAllowed(parseAddress(address), allowlist && allowlist.map((entry) => parseRange(entry)!));
}

describe('the allowlist', () => {
  it.each([
    [['203.0.113.7'], '203.0.113.7', true],
    [['203.0.113.7'], '203.0.113.8', false],
    [['10.0.0.0/8'], '10.255.0.1', true],
    [['10.0.0.0/8'], '11.0.0.1', false],
    [['10.1.2.3/8'], '10.200.0.1', true],
    [['0.0.0.0/0'], '198.51.100.1', true],
    [['0.0.0.0/0'], '2001:db8::1', false],
    [['::/0'], '2001:db8::1', true],
    [['::/0'], '198.51.100.1', false],
    [['2001:db8::/32'], '2001:db8:ffff::1', true],
    [['2001:db8::/32'], '2001:db9::1', false],
    [['::1', '127.0.0.1'], '127.0.0.1', true],
    [['127.0.0.1'], '::ffff:127.0.0.1', true],
    [['::ffff:127.0.0.1'], '127.0.0.1', true],
    [['::ffff:10.0.0.0/104'], '10.9.9.9', true],
    [[], '127.0.0.1', false],
    [['0.0.0.0/0', '::/0'], '', false],
    [['0.0.0.0/0', '::/0'], 'unknown', false],
    [null, '203.0.113.7', true],
    [null, 'unknown', true],
  ])('%j and %s: %s', (allowlist, address, allowed) => {
    expect(allows(allowlist, address)).toBe(allowed);
  });

  it.each([
    '',
    '*',
    'localhost',
    '127.1',
    '0x7f.0.0.1',
    '010.0.0.1',
    '1.2.3.4.5',
    '256.0.0.1',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/255.0.0.0',
    '::/129',
    '::ffff:10.0.0.0/8',
    'fe80::1%eth0',
    ' 10.0.0.1',
    '10.0.0.1\0',
  ])('takes no entry %j', (entry) => {
    expect(parseRange(entry)).toBeNull();
  });
});
