import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import * as net from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { freePort } from '@chat/local-servers';
import { createOutboundClient, type OutboundClient } from './outbound-client';
import { RawReceiver, testCertificate } from './testing/receiver';

const PUBLIC = { address: '93.184.216.34', family: 4 };
const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
const ESTABLISHED = 'HTTP/1.1 200 Connection established\r\n\r\n';

/** A proxy that leads every tunnel to one port of this machine. */
class ForwardProxy {
  readonly tunnels: string[] = [];
  credentials: string | undefined;
  private readonly server = createServer();

  private constructor() {}

  static async start(port: number, answer = ESTABLISHED): Promise<ForwardProxy> {
    const proxy = new ForwardProxy();
    proxy.server.on('connect', ({ url, headers }: IncomingMessage, client: Duplex) => {
      proxy.tunnels.push(url!);
      proxy.credentials = headers['proxy-authorization'];
      client.on('error', () => undefined).write(answer);
      if (answer !== ESTABLISHED) return void client.end();
      const server = net.connect(port, '127.0.0.1').on('error', () => client.destroy());
      client.pipe(server).pipe(client);
    });
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    return proxy;
  }

  get host(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

const stops: (() => unknown)[] = [];

afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

async function receiverBehind(answer?: string) {
  const receiver = await RawReceiver.start('https', (connection) => connection.end(OK));
  const proxy = await ForwardProxy.start(Number(new URL(receiver.url).port), answer);
  stops.push(
    () => receiver.stop(),
    () => proxy.stop(),
  );
  return { receiver, proxy };
}

function clientThrough(proxyUrl: string, options: { allowCidrs?: string[]; addresses?: object[] } = {}) {
  const client: OutboundClient = createOutboundClient({
    allowCidrs: options.allowCidrs ?? [],
    proxyUrl,
    timeoutMs: 10_000,
    maxResponseBytes: 1024,
    ca: testCertificate.cert,
    resolveHost: () => Promise.resolve((options.addresses ?? [PUBLIC]) as (typeof PUBLIC)[]),
  });
  stops.push(() => client.close());
  return client;
}

describe('the way through a proxy', () => {
  it('leads to the address that was checked, and TLS is between us and the receiver', async () => {
    const { receiver, proxy } = await receiverBehind();
    const client = clientThrough(`http://ada:p%40ss@${proxy.host}`);
    const answer = await client.request('https://hook.example/a', {});
    expect([answer.status, answer.body.toString()]).toEqual([200, 'ok']);
    expect(proxy.tunnels).toEqual([`${PUBLIC.address}:443`]);
    expect(proxy.credentials).toBe(`Basic ${Buffer.from('ada:p@ss').toString('base64')}`);
    expect(receiver.connections).toBe(1);
  });

  it.each([
    ['a private literal', 'https://10.0.0.1/', [PUBLIC]],
    ['a name of a private address', 'https://hook.example/', [{ address: '10.0.0.1', family: 4 }]],
    ['a name of both', 'https://hook.example/', [PUBLIC, { address: '127.0.0.1', family: 4 }]],
  ])('is not asked for by %s', async (_, url, addresses) => {
    const { proxy } = await receiverBehind();
    const client = clientThrough(`http://${proxy.host}`, { addresses });
    await expect(client.request(url, {})).rejects.toMatchObject({ kind: 'blocked' });
    expect(proxy.tunnels).toEqual([]);
  });

  it('is not taken into the own network', async () => {
    const { receiver, proxy } = await receiverBehind();
    const addresses = [{ address: '127.0.0.1', family: 4 }];
    const client = clientThrough(`http://${proxy.host}`, { allowCidrs: ['127.0.0.1/32'], addresses });
    const { port } = new URL(receiver.url);
    expect((await client.request(`https://hook.example:${port}/`, {})).status).toBe(200);
    expect(proxy.tunnels).toEqual([]);
  });

  it.each([
    ['refuses', 'HTTP/1.1 403 Forbidden\r\n\r\n', 'answered 403'],
    ['closes the connection', '', 'closed the connection'],
    ['answers without end', `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(20_000)}`, 'answered too much'],
    ['speaks before us', `${ESTABLISHED}HTTP/1.1 200 OK\r\n\r\n`, 'sent more than its answer'],
  ])('is blamed if the proxy %s', async (_, answer, what) => {
    const { receiver, proxy } = await receiverBehind(answer);
    const call = clientThrough(`http://${proxy.host}`).request('https://hook.example/', {});
    const message = `The outbound proxy of this installation ${what}.`;
    await expect(call).rejects.toMatchObject({ kind: 'connect', message });
    expect(receiver.connections).toBe(0);
  });

  it('is blamed if the proxy cannot be reached', async () => {
    const client = clientThrough(`http://127.0.0.1:${await freePort()}`);
    const message = 'The outbound proxy of this installation cannot be reached.';
    await expect(client.request('https://hook.example/', {})).rejects.toMatchObject({ message });
  });
});
