import { isAllowedAddress, isPublicAddress, parseAllowedRanges } from './address.rules';

describe('isPublicAddress', () => {
  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '93.184.216.34',
    '172.32.0.1',
    '192.169.0.1',
    '2606:4700::1111',
    '2a00:1450::1',
  ])('accepts public unicast %s', (address) => expect(isPublicAddress(address)).toBe(true));

  it.each([
    ['unspecified', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['shared', '100.64.0.1'],
    ['metadata in the shared range', '100.100.100.200'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['link-local', '169.254.0.1'],
    ['metadata', '169.254.169.254'],
    ['metadata', '168.63.129.16'],
    ['protocol assignments', '192.0.0.192'],
    ['documentation', '192.0.2.1'],
    ['documentation', '198.51.100.1'],
    ['documentation', '203.0.113.1'],
    ['6to4 relay', '192.88.99.1'],
    ['benchmarking', '198.18.0.1'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['v4-compatible', '::7f00:1'],
    ['v4-mapped', '::ffff:7f00:1'],
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
    ['segment routing', '5f00::1'],
    ['unique local', 'fd00:ec2::254'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['no address at all', 'localhost'],
    ['nothing', ''],
  ])('refuses %s %s', (_, address) => expect(isPublicAddress(address)).toBe(false));
});

describe('isAllowedAddress', () => {
  const allowed = parseAllowedRanges(['127.0.0.0/8', '::1/128']);

  it.each(['127.0.0.1', '127.9.9.9', '::1'])('accepts %s inside the ranges', (address) =>
    expect(isAllowedAddress(address, allowed)).toBe(true),
  );

  it.each(['128.0.0.1', '10.0.0.1', '::2', '::ffff:127.0.0.1', 'localhost', ''])(
    'refuses %s outside',
    (address) => expect(isAllowedAddress(address, allowed)).toBe(false),
  );

  it('allows nothing when no range is given', () =>
    expect(isAllowedAddress('127.0.0.1', parseAllowedRanges([]))).toBe(false));
});

describe('parseAllowedRanges', () => {
  it.each(['127.0.0.1', '127.0.0.0/33', 'localhost/8', ''])('names the wrong range "%s"', (cidr) =>
    expect(() => parseAllowedRanges(['::1/128', cidr])).toThrow(`"${cidr}"`),
  );
});
