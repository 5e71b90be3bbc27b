import { promises as dns } from 'node:dns';
import { createResolver } from './resolve-host';

const AnyResolver = dns.Resolver;

/** The machine's name server, with one address. A resolver keeps the name server of the time of its creation. */
let nameServer: { address: string };

beforeEach(() => {
  jest.useFakeTimers({ now: 0, doNotFake: ['nextTick', 'setImmediate'] });
  dns.Resolver = class extends AnyResolver {
    private readonly asked = nameServer;
    override resolve4 = () => Promise.resolve([this.asked.address]) as never;
    override resolve6 = () => Promise.reject(new Error('ENODATA'));
  };
});

afterEach(() => {
  dns.Resolver = AnyResolver;
  jest.useRealTimers();
});

describe('a resolver', () => {
  it('queries the new name server half a minute after the machine’s name server changed', async () => {
    nameServer = { address: '192.0.2.1' };
    const resolve = createResolver(false);
    expect(await resolve('hook.example')).toEqual([{ address: '192.0.2.1', family: 4 }]);

    nameServer = { address: '192.0.2.2' };
    jest.advanceTimersByTime(30_000);
    expect(await resolve('hook.example')).toEqual([{ address: '192.0.2.2', family: 4 }]);
  });
});
