import { isReachable, parseRanges, parseReach } from './address.rules';

const publicOnly = parseReach({ allowCidrs: [] });
const https = (address: string, port = 443) => ({ protocol: 'https:', address, port });
const http = (address: string, port = 80) => ({ protocol: 'http:', address, port });

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '93.184.216.34',
  '172.32.0.1',
  '192.169.0.1',
  '2606:4700::1111',
  '2a00:1450::1',
];

const SPECIAL = [
  ['unspecified', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['loopback', '127.0.0.1'],
  ['loopback', '127.255.255.254'],
  ['link-local', '169.254.0.1'],
  ['metadata', '169.254.169.254'],
  ['metadata in the shared range', '100.100.100.200'],
  ['metadata', '168.63.129.16'],
  ['protocol assignments', '192.0.0.192'],
  ['documentation', '192.0.2.1'],
  ['documentation', '198.51.100.1'],
  ['documentation', '203.0.113.1'],
  ['6to4 relay', '192.88.99.1'],
  ['benchmarking', '198.18.0.1'],
  ['multicast', '224.0.0.1'],
  ['multicast', '239.255.255.250'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['unspecified', '::'],
  ['loopback', '::1'],
  ['v4-compatible', '::7f00:1'],
  ['v4-mapped', '::ffff:7f00:1'],
  ['v4-mapped', '::ffff:10.0.0.1'],
  ['v4-mapped, even of a public address', '::ffff:8.8.8.8'],
  ['v4-translated', '::ffff:0:7f00:1'],
  ['NAT64', '64:ff9b::7f00:1'],
  ['local NAT64', '64:ff9b:1::7f00:1'],
  ['discard', '100::1'],
  ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  ['benchmarking', '2001:2::1'],
  ['ORCHID', '2001:20::1'],
  ['documentation', '2001:db8::1'],
  ['documentation', '3fff::1'],
  ['6to4', '2002:7f00:1::'],
  ['6to4', '2002:a00:1::'],
  ['segment routing', '5f00::1'],
  ['metadata in the unique local range', 'fd00:ec2::254'],
  ['metadata in the unique local range', 'fd20:ce::254'],
  ['link-local', 'fe80::1'],
  ['link-local with a zone', 'fe80::1%eth0'],
  ['site-local', 'fec0::1'],
  ['multicast', 'ff02::1'],
  ['no address at all', 'localhost'],
  ['nothing', ''],
] as const;

const PRIVATE = [
  ['private', '10.0.0.1'],
  ['private', '172.16.0.1'],
  ['private', '172.31.255.255'],
  ['private', '192.168.1.1'],
  ['shared', '100.64.0.1'],
  ['unique local', 'fd12:3456::1'],
] as const;

describe('without settings', () => {
  it.each(PUBLIC)('public unicast %s may be called only over https', (address) => {
    expect(isReachable(https(address), publicOnly)).toBe(true);
    expect(isReachable(https(address, 5432), publicOnly)).toBe(true);
    expect(isReachable(http(address), publicOnly)).toBe(false);
  });

  it.each([...SPECIAL, ...PRIVATE])('%s %s may not be called', (_, address) =>
    expect(isReachable(https(address), publicOnly)).toBe(false),
  );
});

describe('the private network of an installation', () => {
  const everything = parseReach({ allowCidrs: [], privateCidrs: ['0.0.0.0/0', '::/0'] });
  const one = parseReach({ allowCidrs: [], privateCidrs: ['10.1.0.0/16', 'fd12::/16'], denyPorts: [5432] });

  it.each(PRIVATE)('%s %s may be called only over https', (_, address) => {
    expect(isReachable(https(address, 8443), everything)).toBe(true);
    expect(isReachable(http(address, 8080), everything)).toBe(false);
  });

  it.each(SPECIAL)('%s %s may not be called, however wide the range', (_, address) =>
    expect(isReachable(https(address), everything)).toBe(false),
  );

  it.each([
    ['10.1.2.3', 443, true],
    ['10.1.2.3', 5432, false],
    ['10.2.0.1', 443, false],
    ['fd12::1', 443, true],
    ['fd13::1', 443, false],
    ['1.1.1.1', 5432, true],
  ])('%s on port %i: %s', (address, port, expected) =>
    expect(isReachable(https(address, port), one)).toBe(expected),
  );
});

describe('allowed ranges', () => {
  const loopback = parseReach({
    allowCidrs: ['127.0.0.0/8', '::1/128', '9.9.9.0/24'],
    denyPorts: [3100, 4222],
  });

  it.each(['127.0.0.1', '127.9.9.9', '::1', '9.9.9.9'])('%s may be called, also over http', (address) => {
    expect(isReachable(https(address), loopback)).toBe(true);
    expect(isReachable(http(address), loopback)).toBe(true);
  });

  it.each(['128.0.0.1', '10.0.0.1', '::2', '::ffff:127.0.0.1', 'localhost', ''])(
    'address %s outside them may not be called over http',
    (address) => expect(isReachable(http(address), loopback)).toBe(false),
  );

  it.each([
    ['127.0.0.1', 3100],
    ['127.0.0.2', 4222],
    ['::1', 3100],
  ])('%s may not be called on the product’s own port %i', (address, port) => {
    expect(isReachable(http(address, port), loopback)).toBe(false);
    expect(isReachable(https(address, port), loopback)).toBe(false);
  });
});

describe('parseRanges', () => {
  it.each(['127.0.0.1', '127.0.0.0/33', 'localhost/8', ''])('names the invalid range "%s"', (cidr) =>
    expect(() => parseRanges(['::1/128', cidr])).toThrow(`"${cidr}"`),
  );
});
