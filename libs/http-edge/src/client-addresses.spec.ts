import type { IncomingMessage } from 'node:http';
import { ClientAddresses } from './client-addresses';

describe('the address of a client', () => {
  const addressOf = (socketAddress: string | undefined, forwarded: string | undefined, hops: number) =>
    new ClientAddresses(hops).of({
      socket: { remoteAddress: socketAddress },
      headers: { 'x-forwarded-for': forwarded },
    } as unknown as IncomingMessage);

  it.each([
    ['no proxy is trusted', '198.51.100.9', '203.0.113.7', 0, '198.51.100.9'],
    ['one proxy', '10.0.0.1', '203.0.113.7', 1, '203.0.113.7'],
    ['one proxy, forged entries on the left', '10.0.0.1', '127.0.0.1, 203.0.113.7', 1, '203.0.113.7'],
    ['two proxies', '10.0.0.1', '127.0.0.1, 203.0.113.7 , 10.0.0.2', 2, '203.0.113.7'],
    ['a port', '10.0.0.1', '203.0.113.7:4711', 1, '203.0.113.7'],
    ['IPv6 with a port', '10.0.0.1', '[2001:DB8::1]:4711', 1, '2001:db8::1'],
    ['IPv4-mapped IPv6', '10.0.0.1', '::ffff:203.0.113.7', 1, '203.0.113.7'],
    ['an IPv4-mapped socket', '::ffff:127.0.0.1', undefined, 0, '127.0.0.1'],
  ])('is found with %s', (_, socket, forwarded, hops, expected) => {
    const { address, text } = addressOf(socket, forwarded, hops);
    expect([address?.toString(), text]).toEqual([expected, expected]);
  });

  it.each([
    ['too few entries', '203.0.113.7', 2, ''],
    ['no header', undefined, 1, ''],
    ['an empty header', '', 1, ''],
    ['an empty entry', '203.0.113.7,', 1, ''],
    ['a word', 'unknown', 1, 'unknown'],
    ['a number in octal', '010.0.0.1', 1, '010.0.0.1'],
    ['a zone', 'fe80::1%eth0', 1, 'fe80::1%eth0'],
    ['a name and a port', 'localhost:80', 1, 'localhost:80'],
    ['an entry without end', 'a'.repeat(1_000), 1, 'a'.repeat(45)],
  ])('is unknown with %s behind a proxy, and shows what stood there', (_, forwarded, hops, text) => {
    expect(addressOf('10.0.0.1', forwarded, hops)).toEqual({ address: null, text, block: 'unknown' });
  });

  it('is unknown when the connection is gone', () => {
    expect(addressOf(undefined, undefined, 0)).toMatchObject({ address: null, text: '' });
  });

  it.each([
    ['203.0.113.7', '203.0.113.7', true],
    ['203.0.113.7', '::ffff:203.0.113.7', true],
    ['203.0.113.7', '203.0.113.8', false],
    ['2001:db8:0:1::1', '2001:db8::1:ffff:ffff:ffff:ffff', true],
    ['2001:db8:0:1::1', '2001:db8:0:2::1', false],
  ])('%s is counted with %s: %s', (one, other, together) => {
    const addresses = new ClientAddresses(0);
    expect(addresses.read(one).block === addresses.read(other).block).toBe(together);
  });

  it('is parsed once, and found again among thousands', () => {
    const addresses = new ClientAddresses(0);
    expect(addresses.read('203.0.113.7')).toBe(addresses.read('203.0.113.7'));
    for (let last = 0; last < 2_000; last += 1) {
      const text = `10.0.${last >> 8}.${last & 255}`;
      expect(addresses.read(text).text).toBe(text);
    }
  });
});
