import { AddressGate } from './address-gate';
import { ClientAddresses } from './client-addresses';
import { fakeExchange, fakeSocket } from './testing/fake-connections';

const PROXY = '10.0.0.1';

describe('an address gate', () => {
  const gateFor = ({ total = 100, perAddress = 100, hops = 0 }) =>
    new AddressGate({ total, perAddress }, new ClientAddresses(hops));

  it.each([
    ['total', { total: 2 }, ['192.0.2.1', '192.0.2.2', '192.0.2.3']],
    ['address', { perAddress: 2 }, ['192.0.2.1', '192.0.2.1', '192.0.2.1']],
    ['address', { perAddress: 2 }, ['2001:db8::1', '2001:db8::2', '2001:db8::3']],
  ])('refuses connections beyond the limit in %s, until one is closed', (limit, limits, addresses) => {
    const gate = gateFor(limits);
    const [first, second, third] = addresses.map(fakeSocket);
    expect([gate.connect(first!), gate.connect(second!)]).toEqual([null, null]);
    expect(gate.connect(third!)).toEqual({ socket: third, limit });
    first!.emit('close');
    third!.emit('close');
    expect(gate.connect(fakeSocket(addresses[0]!))).toBeNull();
    expect(gate.connect(fakeSocket(addresses[0]!))).toMatchObject({ limit });
  });

  it('does not count requests where it counts connections', () => {
    const gate = gateFor({ perAddress: 1 });
    const socket = fakeSocket('192.0.2.1');
    expect(gate.connect(socket)).toBeNull();
    for (const { request, response } of [fakeExchange(socket), fakeExchange(socket)])
      expect(gate.request(request, response)).toBeNull();
  });

  describe('behind proxies', () => {
    const begin = (gate: AddressGate, client?: string) => {
      const socket = fakeSocket(PROXY);
      expect(gate.connect(socket)).toBeNull();
      const exchange = fakeExchange(socket, client);
      return { ...exchange, socket, surplus: gate.request(exchange.request, exchange.response) };
    };

    it('refuses requests of an address beyond its limit, and none of others', () => {
      const gate = gateFor({ perAddress: 2, hops: 1 });
      const [first, , third] = ['a', 'b', 'c'].map(() => begin(gate, '203.0.113.7'));
      expect([first!.surplus, third!.surplus]).toEqual([null, { socket: third!.socket, limit: 'address' }]);
      expect(begin(gate, '203.0.113.8').surplus).toBeNull();
      first!.end();
      expect(begin(gate, '203.0.113.7').surplus).toBeNull();
      expect(begin(gate, '203.0.113.7').surplus).toMatchObject({ limit: 'address' });
    });

    it('counts requests without an address together', () => {
      const gate = gateFor({ perAddress: 1, hops: 1 });
      expect([begin(gate, 'x').surplus, begin(gate).surplus]).toMatchObject([null, { limit: 'address' }]);
    });

    it('counts a request that is answered for as long as it still arrives', () => {
      const gate = gateFor({ perAddress: 1, hops: 1 });
      const { request, response } = begin(gate, '203.0.113.7');
      response.emit('close');
      expect(begin(gate, '203.0.113.7').surplus).not.toBeNull();
      request.emit('close');
      expect(begin(gate, '203.0.113.7').surplus).toBeNull();
    });

    it('does not count a request that waits behind another of its connection', () => {
      const gate = gateFor({ perAddress: 1, hops: 1 });
      const { socket } = begin(gate, '203.0.113.7');
      const { request, response } = fakeExchange(socket, '203.0.113.7');
      expect(gate.request(request, Object.assign(response, { socket: null }))).toBeNull();
    });
  });
});
