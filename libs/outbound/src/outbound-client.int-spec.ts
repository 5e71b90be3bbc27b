import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import * as net from 'node:net';
import { gzipSync } from 'node:zlib';
import { freePort } from '@chat/local-servers';
import type { OutboundClient, OutboundClientOptions, OutboundRequest } from './outbound-client';
import { createOutboundClient } from './outbound-client';

const onLoopback = ['127.0.0.1/32'];
const local = { address: '127.0.0.1', family: 4 };
const elsewhere = { address: '10.0.0.1', family: 4 };

const closers: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

async function listen(server: Server | net.Server) {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(async () => {
    server.close();
    sockets.forEach((socket) => socket.destroy());
    await Promise.resolve();
  });
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}

const listenHttp = (answer: RequestListener) => listen(createServer(answer));
const listenRaw = (answer: (socket: Socket) => void) =>
  listen(
    net.createServer((socket) => void socket.on('error', () => undefined).once('data', () => answer(socket))),
  );

function client(options: Partial<OutboundClientOptions> = {}): OutboundClient {
  const created = createOutboundClient({
    allowCidrs: onLoopback,
    timeoutMs: 20_000,
    maxResponseBytes: 1024,
    ...options,
  });
  closers.push(() => created.close());
  return created;
}

const get = (
  url: string,
  options: Partial<OutboundRequest> = {},
  clientOptions: Partial<OutboundClientOptions> = {},
) => client(clientOptions).request(url, options);

describe('the outbound client', () => {
  it.each([
    ['a literal', 'https', '127.0.0.1'],
    ['a short literal', 'https', '127.1'],
    ['a mapped literal', 'https', '[::ffff:127.0.0.1]'],
    ['a name that resolves to loopback', 'https', 'hook.example'],
    ['plain http', 'http', 'hook.example'],
  ])('never connects to a private address given as %s', async (_, scheme, host) => {
    const canary = await listenHttp((_request, response) => response.end());
    const call = get(
      `${scheme}://${host}:${canary.port}/`,
      {},
      {
        allowCidrs: [],
        resolveHost: () => Promise.resolve([local]),
      },
    );
    await expect(call).rejects.toMatchObject({ kind: 'blocked' });
    expect(canary.connections()).toBe(0);
  });

  it.each(['127.0.0.1', '127.1', 'hook.example'])(
    'never connects to a denied port of an allowed address given as %s',
    async (host) => {
      const canary = await listenHttp((_request, response) => response.end());
      const call = get(
        `http://${host}:${canary.port}/`,
        {},
        { denyPorts: [canary.port], resolveHost: () => Promise.resolve([local]) },
      );
      await expect(call).rejects.toMatchObject({ kind: 'blocked' });
      expect(canary.connections()).toBe(0);
    },
  );

  it('refuses a name if even one of its addresses is private', async () => {
    const canary = await listenHttp((_request, response) => response.end());
    for (const addresses of [
      [local, elsewhere],
      [elsewhere, local],
      [local, { address: '::1', family: 6 }],
    ]) {
      const call = get(
        `http://hook.test:${canary.port}/`,
        {},
        { resolveHost: () => Promise.resolve(addresses) },
      );
      await expect(call).rejects.toMatchObject({ kind: 'blocked' });
    }
    expect(canary.connections()).toBe(0);
  });

  it('does not reach a public address over plain http', async () => {
    const resolveHost = () => Promise.resolve([{ address: '1.1.1.1', family: 4 }]);
    await expect(get('http://hook.test/', {}, { resolveHost })).rejects.toMatchObject({ kind: 'blocked' });
  });

  it('connects to the very address it checked, and checks again for the next connection', async () => {
    const server = await listenHttp((_request, response) => response.setHeader('connection', 'close').end());
    const answers = [[local], [elsewhere]];
    const rebinding = client({ resolveHost: () => Promise.resolve(answers.shift() ?? []) });
    const call = () => rebinding.request(`http://hook.test:${server.port}/`, {});

    await expect(call()).resolves.toMatchObject({ status: 200 });
    expect(answers).toHaveLength(1);
    await expect(call()).rejects.toMatchObject({ kind: 'blocked' });
    expect(server.connections()).toBe(1);
  });

  it('resolves localhost if loopback is allowed', async () => {
    const server = await listenHttp((_request, response) => response.end('hello'));
    const answer = await get(
      `http://localhost:${server.port}/`,
      {},
      { allowCidrs: ['127.0.0.0/8', '::1/128'] },
    );
    expect(answer.body.toString()).toBe('hello');
  });

  it('does not follow redirects', async () => {
    const canary = await listenHttp((_request, response) => response.end());
    const server = await listenHttp((_request, response) =>
      response.writeHead(302, { location: `http://127.0.0.1:${canary.port}/` }).end(),
    );
    const answer = await get(`http://127.0.0.1:${server.port}/`);
    expect(answer).toMatchObject({ status: 302, headers: { location: expect.any(String) as string } });
    expect(canary.connections()).toBe(0);
  });
});

describe('an exchange', () => {
  it('sends method, headers, path and body, and returns the response', async () => {
    const server = await listenHttp((request, response) => {
      request.setEncoding('utf8').once('data', (body: string) => {
        const { method, url, headers } = request;
        response
          .writeHead(201, { 'x-answer': '1' })
          .end(JSON.stringify([method, url, headers['x-question'], body]));
      });
    });
    const answer = await get(`http://127.0.0.1:${server.port}/a%20b?c=d#e`, {
      method: 'POST',
      headers: { 'x-question': '2' },
      body: 'payload',
    });
    expect(answer).toMatchObject({ status: 201, headers: { 'x-answer': '1' }, truncated: false });
    expect(JSON.parse(answer.body.toString())).toEqual(['POST', '/a%20b?c=d', '2', 'payload']);
    expect(answer.durationMs).toBeGreaterThanOrEqual(0);
  });

  it('serves sequential requests over one connection, even with long responses', async () => {
    const server = await listenHttp((_request, response) => response.end('x'.repeat(5000)));
    const pooled = client({ maxSocketsPerOrigin: 1, maxResponseBytes: 1000 });
    for (let call = 0; call < 5; call++) {
      const answer = await pooled.request(`http://127.0.0.1:${server.port}/`, {});
      expect(answer).toMatchObject({ truncated: true, body: { length: 1000 } });
    }
    expect(server.connections()).toBe(1);
  });

  it('opens no more connections to an origin than permitted', async () => {
    const server = await listenHttp((_request, response) => response.end());
    const pooled = client({ maxSocketsPerOrigin: 2 });
    const calls = Array.from({ length: 10 }, () => pooled.request(`http://127.0.0.1:${server.port}/`, {}));
    await Promise.all(calls);
    expect(server.connections()).toBe(2);
  });

  it('cuts off an endless response and closes the connection', async () => {
    let hungUp: Promise<unknown> | undefined;
    const server = await listenHttp((request, response) => {
      hungUp = new Promise((resolve) => request.socket.once('close', resolve));
      const pour = () => {
        while (!response.destroyed && response.write(Buffer.alloc(8192)));
        response.once('drain', pour);
      };
      pour();
    });
    const answer = await get(`http://127.0.0.1:${server.port}/`);
    expect(answer).toMatchObject({ status: 200, truncated: true, body: { length: 1024 } });
    await hungUp;
  });

  it.each([
    ['than it says', 'Content-Length: 10\r\n\r\nabc'],
    ['than its last chunk', 'Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n'],
    ['than its bad chunk', 'Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nno chunk\r\n'],
  ])('keeps the status and the partial body of a response that is shorter %s', async (_, rest) => {
    const server = await listenRaw((socket) => socket.end(`HTTP/1.1 410 Gone\r\n${rest}`));
    const answer = await get(`http://127.0.0.1:${server.port}/`);
    expect(answer).toMatchObject({ status: 410, truncated: true, cutOff: false });
    expect(answer.body.toString()).toBe('abc');
  });

  it('does not decompress the response', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000));
    const server = await listenHttp((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    );
    const answer = await get(`http://127.0.0.1:${server.port}/`, {}, { maxResponseBytes: 100_000 });
    expect(answer.body).toEqual(bomb);
  });
});

describe('the outbound client on failure', () => {
  const within = { timeoutMs: 150 };

  it('times out if there is no response in time', async () => {
    const server = await listenRaw(() => undefined);
    await expect(get(`http://127.0.0.1:${server.port}/`, within)).rejects.toMatchObject({ kind: 'timeout' });
  });

  it('times out if a name does not resolve in time', async () => {
    const resolveHost = () => new Promise<never>(() => undefined);
    const call = get('https://hook.example/', within, { resolveHost, timeoutMs: 200 });
    await expect(call).rejects.toMatchObject({ kind: 'timeout' });
  });

  it('ends running and later calls when the caller aborts', async () => {
    const server = await listenRaw(() => undefined);
    const given = client();
    const call = () => given.request(`http://127.0.0.1:${server.port}/`, {});
    const running = expect(call()).rejects.toMatchObject({ kind: 'aborted' });
    given.abort();
    await running;
    await expect(call()).rejects.toMatchObject({ kind: 'aborted' });
  });

  it.each([
    ['reset', 'a connection that closes without an answer', ''],
    ['reset', 'an answer that breaks off in its headers', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n'],
    ['protocol', 'an answer that is not HTTP', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['protocol', 'a large header', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`],
  ])('reports as %s %s', async (kind, _, bytes) => {
    const server = await listenRaw((socket) => socket.end(bytes));
    await expect(get(`http://127.0.0.1:${server.port}/`)).rejects.toMatchObject({ kind });
  });

  it('reports a closed port as connect', async () => {
    await expect(get(`http://127.0.0.1:${await freePort()}/`)).rejects.toMatchObject({ kind: 'connect' });
  });

  it('reports a server that speaks no TLS as tls', async () => {
    const server = await listenHttp((_request, response) => response.end());
    await expect(get(`https://127.0.0.1:${server.port}/`)).rejects.toMatchObject({ kind: 'tls' });
  });

  it.each([
    ['an unknown name', 'ENOTFOUND'],
    ['a name without addresses', undefined],
    ['name servers that are down', 'ECONNREFUSED'],
    ['a name server that answers nonsense', 'EBADRESP'],
  ])('reports %s as dns', async (_, code) => {
    const resolveHost = () => Promise.reject(Object.assign(new Error('gone'), { code }));
    const call = get('https://hook.example/', {}, { resolveHost });
    await expect(call).rejects.toMatchObject({
      kind: 'dns',
      message: expect.stringContaining('DNS records') as string,
    });
  });
});
