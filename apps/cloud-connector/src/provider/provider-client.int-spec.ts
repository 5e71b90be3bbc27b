import { once } from 'node:events';
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { freePort } from '@chat/local-servers';
import { Departure } from '@chat/service-kit';
import { Samplers } from '@chat/telemetry';
import { loadCloudConnectorConfig } from '../config';
import { ProviderClient } from './provider-client';
import { NoAnswerError, NotReachedError, ProviderRefusal } from './provider-error';

const http = (status: string, body: string, type = 'application/json') =>
  `HTTP/1.1 ${status}\r\ncontent-type: ${type}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const refusal = '{"error":{"message":"(#131026) no","type":"OAuthException","code":131026}}';

/** Covers each way a call can end, down to the bytes, and what the caller may conclude from it. */
describe('a call of the provider', () => {
  let server: Server;
  let client: ProviderClient;
  let answer: (socket: Socket) => void;

  beforeAll(async () => {
    server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => answer(socket));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    client = clientOf((server.address() as AddressInfo).port);
  });

  afterAll(async () => {
    await client.onApplicationShutdown();
    server.close();
  });

  const clientOf = (port: number, { departure = new Departure(), proxyUrl = '' } = {}) =>
    new ProviderClient(
      loadCloudConnectorConfig({
        NODE_ENV: 'test',
        DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
        NATS_URL: 'nats://127.0.0.1:1',
        SECRET_KEY: Buffer.alloc(32).toString('base64'),
        PROVIDER_BASE_URL: `http://127.0.0.1:${port}`,
        PROVIDER_PROXY_URL: proxyUrl,
      }),
      new Samplers('cloud-connector', () => undefined),
      departure,
    );
  const call = ({ by = client, timeoutMs = 20_000 } = {}) =>
    by.call({ method: 'POST', path: '/1/messages', token: 'T', json: {}, timeoutMs });

  it.each([
    ['200', '200 OK'],
    ['201', '201 Created'],
  ])('succeeds with an object and the status %s', async (_, status) => {
    answer = (socket) => socket.end(http(status, '{"messages":[]}'));
    expect(await call()).toEqual({ messages: [] });
  });

  it.each(['200 OK', '400 Bad Request', '500 Internal Server Error', '503 Service Unavailable'])(
    'is refused by an error body, whatever the status: %s',
    async (status) => {
      answer = (socket) => socket.end(http(status, refusal));
      await expect(call()).rejects.toThrow(ProviderRefusal);
      await expect(call()).rejects.toMatchObject({ body: { code: 131026 } });
    },
  );

  it.each<[string, (socket: Socket) => void]>([
    ['a 500 without an error body', (socket) => socket.end(http('500 Internal Server Error', '{}'))],
    ['a 502 of a proxy', (socket) => socket.end(http('502 Bad Gateway', '<html></html>', 'text/html'))],
    ['a 404 without an error body', (socket) => socket.end(http('404 Not Found', 'nothing'))],
    ['a 200 without valid JSON', (socket) => socket.end(http('200 OK', '{"messages":'))],
    ['a 200 with a list', (socket) => socket.end(http('200 OK', '[]'))],
    ['a redirect', (socket) => socket.end('HTTP/1.1 302 Found\r\nlocation: /x\r\ncontent-length: 0\r\n\r\n')],
    ['a reset before the answer', (socket) => socket.resetAndDestroy()],
    ['an end without an answer', (socket) => socket.end()],
    ['half of an answer', (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{"mess')],
    ['no HTTP', (socket) => socket.end('SSH-2.0\r\n')],
    [
      'an answer that is too large',
      (socket) => socket.end(http('200 OK', JSON.stringify({ a: 'x'.repeat(2_000_000) }))),
    ],
  ])('may have been processed after %s', async (_, does) => {
    answer = does;
    await expect(call()).rejects.toThrow(NoAnswerError);
  });

  it.each<[string, (socket: Socket) => void]>([
    ['no answer', () => undefined],
    [
      'an answer that never ends',
      (socket) => socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n'),
    ],
  ])('may have been processed when it times out after %s', async (_, does) => {
    answer = does;
    await expect(call({ timeoutMs: 500 })).rejects.toThrow(NoAnswerError);
  });

  it('ends when a drain hurries if it only reads, and otherwise continues', async () => {
    const sockets: Socket[] = [];
    const bothAsked = new Promise<void>((resolve) => {
      answer = (socket) => {
        if (sockets.push(socket) === 2) resolve();
      };
    });
    const departure = new Departure();
    const leaving = clientOf((server.address() as AddressInfo).port, { departure });
    const read = leaving.call({ method: 'GET', path: '/1', token: 'T', timeoutMs: 20_000 });
    const sent = call({ by: leaving });
    await bothAsked;
    departure.hurryUp();
    await expect(read).rejects.toThrow(NoAnswerError);
    for (const socket of sockets) socket.end(http('200 OK', '{"messages":[]}'));
    expect(await sent).toEqual({ messages: [] });
    await leaving.onApplicationShutdown();
  });

  it('was not made if nobody listens', async () => {
    const lonely = clientOf(await freePort());
    await expect(call({ by: lonely })).rejects.toThrow(NotReachedError);
    await lonely.onApplicationShutdown();
  });

  it('was not made if it timed out while waiting for a connection', async () => {
    let arrived = 0;
    answer = () => {
      arrived += 1;
    };
    const sockets = 64;
    const calls = Array.from({ length: sockets }, () => call({ timeoutMs: 1_000 }).catch(String));
    const oneTooMany = call({ timeoutMs: 100 });
    await expect(oneTooMany).rejects.toThrow(NotReachedError);
    for (const said of await Promise.all(calls)) expect(said).toContain('The provider gave no answer');
    expect(arrived).toBe(sockets);
  });

  describe('through a proxy', () => {
    let proxy: HttpServer;
    let asked: { target: string | undefined; authorization: string | undefined }[];
    /** The status of the proxy's answer; with 200 it opens the tunnel. */
    let status: number;

    beforeAll(async () => {
      proxy = createHttpServer().on('connect', ({ url, headers }, socket: Socket) => {
        asked.push({ target: url, authorization: headers['proxy-authorization'] });
        socket.on('error', () => undefined);
        if (status !== 200) return socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
        const [, port] = url!.split(':');
        const provider = connect(Number(port), '127.0.0.1', () => {
          socket.write('HTTP/1.1 200 OK\r\n\r\n');
          provider.pipe(socket).pipe(provider);
        });
        provider.on('error', () => socket.destroy());
      });
      await once(proxy.listen(0, '127.0.0.1'), 'listening');
    });

    beforeEach(() => {
      asked = [];
    });

    afterAll(() => proxy.close());

    const port = () => (server.address() as AddressInfo).port;
    const proxied = async <T>(work: (by: ProviderClient) => Promise<T>, at?: number): Promise<T> => {
      const by = clientOf(port(), {
        proxyUrl: `http://user:p%40ss@127.0.0.1:${at ?? (proxy.address() as AddressInfo).port}`,
      });
      return work(by).finally(() => by.onApplicationShutdown());
    };

    it('leads to the provider, with what the proxy asks for', async () => {
      status = 200;
      answer = (socket) => socket.end(http('200 OK', '{"messages":[]}'));
      expect(await proxied((by) => call({ by }))).toEqual({ messages: [] });
      const authorization = `Basic ${Buffer.from('user:p@ss').toString('base64')}`;
      expect(asked).toEqual([{ target: `127.0.0.1:${port()}`, authorization }]);
    });

    it.each([407, 502])('was not made if the proxy refuses with %i', async (refused) => {
      status = refused;
      await expect(proxied((by) => call({ by }))).rejects.toThrow(NotReachedError);
    });

    it('was not made if the proxy is down', async () => {
      const down = await freePort();
      await expect(proxied((by) => call({ by }), down)).rejects.toThrow(NotReachedError);
    });
  });
});
