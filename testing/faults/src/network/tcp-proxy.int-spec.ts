import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { until } from '@chat/test-kit';
import { TcpProxy } from './tcp-proxy';

describe('TcpProxy', () => {
  let server: Server;
  let proxy: TcpProxy;
  let client: Socket;
  let echoed: string;

  beforeEach(async () => {
    server = createServer({ allowHalfOpen: true }, (socket) => {
      socket.on('error', () => undefined);
      socket.pipe(socket);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    proxy = await TcpProxy.start((server.address() as AddressInfo).port);
    client = await open();
  });

  afterEach(async () => {
    client.destroy();
    await proxy.stop();
    server.close();
  });

  async function open(): Promise<Socket> {
    echoed = '';
    const socket = connect({ port: proxy.port, host: '127.0.0.1' });
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => (echoed += chunk.toString()));
    await once(socket, 'connect');
    return socket;
  }

  const untilEchoed = (text: string) => until(() => echoed === text, { describe: `the echo of ${text}` });

  it('forwards bytes in both directions, and the end of each half', async () => {
    client.end('hello');
    await once(client, 'close');
    expect(echoed).toBe('hello');
  });

  it('delays bytes, and keeps their order when the latency is removed', async () => {
    proxy.set({ kind: 'latency', ms: 60 });
    client.write('a');
    await new Promise((resolve) => setTimeout(resolve, 10));
    proxy.set({ kind: 'fair' });
    client.write('b');
    await untilEchoed('ab');
  });

  it('loses nothing: bytes held by a black hole are forwarded afterwards', async () => {
    proxy.set({ kind: 'black-hole' });
    client.write('held');
    const other = await open();
    other.write('');
    proxy.set({ kind: 'fair' });
    await untilEchoed('held');
    other.destroy();
  });

  it('resets open connections and new ones', async () => {
    client.write('x');
    await untilEchoed('x');
    proxy.set({ kind: 'resets' });
    await new Promise((resolve) => client.once('close', resolve));
    const next = connect({ port: proxy.port, host: '127.0.0.1' });
    const error = await new Promise<Error>((resolve) => next.once('error', resolve));
    expect(error).toMatchObject({ code: 'ECONNRESET' });
  });
});
