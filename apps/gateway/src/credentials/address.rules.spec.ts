import { addressText, clientAddress, isAllowed, parseAddress, parseRange } from './address.rules';

function allows(allowlist: string[], address: string): boolean {
  return isAllowed(
    parseAddress(address),
    allowlist.map((entry) => parseRange(entry)!),
  );
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

describe('the client address', () => {
  it.each([
    ['no proxy is trusted', '198.51.100.9', '203.0.113.7', 0, '198.51.100.9'],
    ['one proxy', '10.0.0.1', '203.0.113.7', 1, '203.0.113.7'],
    ['one proxy, forged entries on the left', '10.0.0.1', '127.0.0.1, 203.0.113.7', 1, '203.0.113.7'],
    ['two proxies', '10.0.0.1', '127.0.0.1, 203.0.113.7 , 10.0.0.2', 2, '203.0.113.7'],
    ['too few entries', '10.0.0.1', '203.0.113.7', 2, '10.0.0.1'],
    ['no header', '10.0.0.1', undefined, 1, '10.0.0.1'],
    ['garbage', '10.0.0.1', 'unknown', 1, '10.0.0.1'],
    ['an empty entry', '10.0.0.1', '203.0.113.7,', 1, '10.0.0.1'],
    ['a port', '10.0.0.1', '203.0.113.7:4711', 1, '203.0.113.7'],
    ['IPv6 with a port', '10.0.0.1', '[2001:DB8::1]:4711', 1, '2001:db8::1'],
    ['IPv4-mapped IPv6', '10.0.0.1', '::ffff:203.0.113.7', 1, '203.0.113.7'],
    ['an IPv4-mapped socket', '::ffff:127.0.0.1', undefined, 0, '127.0.0.1'],
    ['a socket that is gone', '', undefined, 0, ''],
  ])('%s', (_, socket, forwarded, hops, expected) => {
    expect(addressText(clientAddress(socket, forwarded, hops, parseAddress))).toBe(expected);
  });
});
