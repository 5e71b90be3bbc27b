import type { Socket } from 'node:net';
import { AuthenticationGate } from './authentication-gate';
import { ClientAddresses } from './client-addresses';
import { fakeExchange, fakeSocket } from './testing/fake-connections';

const STRANGER = '192.0.2.66';
const SENDER = '192.0.2.1';
const PROXY = '10.0.0.1';

describe('an authentication gate', () => {
  const gateFor = ({ total = 100, perAddress = 100, hops = 0 }) =>
    new AuthenticationGate({ total, perAddress }, new ClientAddresses(hops));
  /** Opens connections. @returns them, and those that were closed. */
  const open = (gate: AuthenticationGate, address: string, count: number) => {
    const opened = Array.from({ length: count }, () => fakeSocket(address));
    return { opened, gone: opened.map((socket) => gate.connect(socket)?.socket ?? null) };
  };
  const ask = (gate: AuthenticationGate, socket: Socket, client?: string) => {
    const exchange = fakeExchange(socket, client);
    return { ...exchange, surplus: gate.request(exchange.request, exchange.response) };
  };
  const authenticate = (gate: AuthenticationGate, socket: Socket, client?: string) => {
    const exchange = ask(gate, socket, client);
    gate.authenticated(exchange.request, exchange.response);
    return exchange;
  };

  it('lets everybody in, for which the oldest connection without an authenticated request goes', () => {
    const gate = gateFor({ total: 3 });
    const [sender] = open(gate, SENDER, 1).opened;
    authenticate(gate, sender!);
    const { opened, gone } = open(gate, STRANGER, 4);
    expect(gone).toEqual([null, null, opened[0], opened[1]]);
  });

  it('takes a connection for as old as its latest request', () => {
    const gate = gateFor({ total: 3 });
    const [first, second] = open(gate, STRANGER, 3).opened;
    ask(gate, first!);
    expect(open(gate, STRANGER, 1).gone).toEqual([second]);
  });

  it('refuses a new one only if all have authenticated requests', () => {
    const gate = gateFor({ total: 2 });
    for (const socket of open(gate, SENDER, 2).opened) authenticate(gate, socket);
    const [late] = [fakeSocket(SENDER)];
    expect(gate.connect(late)).toEqual({ socket: late, limit: 'total' });
  });

  it('forgets what is closed', () => {
    const gate = gateFor({ total: 2 });
    for (const socket of open(gate, STRANGER, 2).opened) socket.emit('close');
    expect(open(gate, STRANGER, 2).gone).toEqual([null, null]);
  });

  it.each([
    ['an address', [STRANGER, STRANGER, STRANGER]],
    ['an IPv6 network', ['2001:db8::1', '2001:db8::2', '2001:db8::3']],
  ])('keeps the newest connections of %s', (_, [first, second, third]) => {
    const gate = gateFor({ perAddress: 2 });
    const [oldest] = open(gate, first!, 1).opened;
    open(gate, SENDER, 1);
    expect(open(gate, second!, 1).gone).toEqual([null]);
    expect(gate.connect(fakeSocket(third!))).toEqual({ socket: oldest, limit: 'address' });
  });

  it('keeps any number of an address that has authenticated itself', () => {
    const gate = gateFor({ perAddress: 2 });
    const [sender] = open(gate, SENDER, 1).opened;
    authenticate(gate, sender!);
    expect(open(gate, SENDER, 50).gone).toEqual(Array(50).fill(null));
  });

  it('remembers the 10,000 addresses that did so most recently', () => {
    const gate = gateFor({ total: 20_000, perAddress: 1 });
    const addressOf = (index: number) => `198.18.${index >> 8}.${index & 255}`;
    const visit = (index: number) => authenticate(gate, open(gate, addressOf(index), 1).opened[0]!);
    for (let index = 0; index < 10_000; index += 1) visit(index);
    visit(0);
    visit(10_000);
    expect(open(gate, addressOf(0), 2).gone).toEqual([null, null]);
    expect(open(gate, addressOf(1), 2).gone).not.toEqual([null, null]);
  });

  it('closes a connection with the answer to a request that is not authenticated', () => {
    const gate = gateFor({});
    const [socket] = open(gate, SENDER, 1).opened;
    expect(ask(gate, socket!).response.shouldKeepAlive).toBe(false);
    expect(authenticate(gate, socket!).response.shouldKeepAlive).toBe(true);
    expect(ask(gate, socket!).response.shouldKeepAlive).toBe(false);
  });

  it('closes a connection that its client wants to be closed', () => {
    const gate = gateFor({});
    const [socket] = open(gate, SENDER, 1).opened;
    const { request, response } = fakeExchange(socket!);
    gate.request(request, Object.assign(response, { shouldKeepAlive: false }));
    gate.authenticated(request, response);
    expect(response.shouldKeepAlive).toBe(false);
  });

  describe('behind proxies', () => {
    it('counts by the client of the request', () => {
      const gate = gateFor({ perAddress: 2, hops: 1 });
      const { opened, gone } = open(gate, PROXY, 5);
      expect(gone).toEqual(Array(5).fill(null));
      const [first, second, third, fourth, fifth] = opened;
      for (const socket of [first!, second!]) expect(ask(gate, socket, STRANGER).surplus).toBeNull();
      expect(ask(gate, third!, SENDER).surplus).toBeNull();
      expect(ask(gate, fourth!, STRANGER).surplus).toEqual({ socket: first, limit: 'address' });
      authenticate(gate, third!, SENDER);
      expect(ask(gate, fifth!, SENDER).surplus).toBeNull();
    });

    it('trusts a connection no longer than its authenticated request', () => {
      const gate = gateFor({ total: 2, hops: 1 });
      const [first, second] = open(gate, PROXY, 2).opened;
      for (const socket of [first!, second!]) authenticate(gate, socket, SENDER);
      ask(gate, first!, STRANGER);
      expect(open(gate, PROXY, 1).gone).toEqual([first]);
    });
  });
});
