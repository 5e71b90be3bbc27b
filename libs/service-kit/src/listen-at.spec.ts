import { createServer, type Server } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { HealthServer } from './health';
import { listenAt } from './listen-at';

describe('a server that cannot listen', () => {
  let taken: Server;

  beforeAll(async () => {
    taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
  });

  afterAll(() => taken.close());

  const start = (host: string, port: number) =>
    listenAt('HEALTH', { host, port }, () => HealthServer.start(host, port, {}));

  it('names the port if it is taken', async () => {
    const { port } = taken.address() as AddressInfo;
    await expect(start('127.0.0.1', port)).rejects.toThrow(
      `HEALTH_PORT: port ${port} on 127.0.0.1 is taken; change it, or stop the program that listens there`,
    );
  });

  it('names the host if it is not an address of this machine', async () => {
    // An address reserved for documentation (RFC 5737).
    await expect(start('192.0.2.1', 0)).rejects.toThrow(
      'HEALTH_HOST: 192.0.2.1 is no address of this machine',
    );
  });

  it('keeps an error that no setting can fix', async () => {
    const broken = new Error('broken');
    const listening = listenAt('HEALTH', { host: '127.0.0.1', port: 0 }, () => Promise.reject(broken));
    await expect(listening).rejects.toBe(broken);
  });
});
