import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TlsOptions } from 'node:tls';
import { gzipSync } from 'node:zlib';
import type { OutboundClient, OutboundClientOptions } from './outbound-client';
import { createOutboundClient } from './outbound-client';
import {
  drip,
  OutgoingSockets,
  pour,
  RawReceiver,
  type Behaviour,
  testCertificate,
} from './testing/receiver';

const OK = 'HTTP/1.1 200 OK\r\n';
const CHUNKED = `${OK}transfer-encoding: chunked\r\n\r\n`;
const EMPTY_ANSWER = `${OK}content-length: 0\r\n\r\n`;

/** More than the byte limit of an exchange, 17 KiB here, plus the read that exceeds it. */
const MOST_BYTES = 64 * 1024;

const outgoing = new OutgoingSockets();
let client: OutboundClient;
const receivers: RawReceiver[] = [];

beforeEach(() => {
  outgoing.watch();
  client = clientWith({});
});

afterEach(async () => {
  receivers.splice(0).forEach((receiver) => receiver.stop());
  outgoing.unwatch();
  await client.close();
});

function clientWith(options: Partial<OutboundClientOptions>): OutboundClient {
  return createOutboundClient({
    allowCidrs: ['127.0.0.1/32'],
    timeoutMs: 20_000,
    maxResponseBytes: 1024,
    ca: testCertificate.cert,
    maxSocketsPerOrigin: 1,
    ...options,
  });
}

async function receiver(...options: Parameters<typeof RawReceiver.start>): Promise<RawReceiver> {
  const started = await RawReceiver.start(...options);
  receivers.push(started);
  return started;
}

const post = ({ url }: RawReceiver) => client.request(url, { method: 'POST', body: '{}' });

function manyHeaders(count: number): string {
  return Array.from({ length: count }, (_, index) => `x-${index}: y\r\n`).join('');
}

describe.each(['http', 'https'] as const)('over %s', (scheme) => {
  it.each([
    ['interim answers', '', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
    ['continuations that nobody asked for', '', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['interim answers with headers', '', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'],
    ['headers of an interim answer', 'HTTP/1.1 103 Early Hints\r\n', 'a: b\r\n'],
    ['empty lines', '', '\r\n'],
    ['a status line', 'HTTP/1.1 200 ', 'O'],
    ['headers', OK, 'a: b\r\n'],
    ['headers without a value', OK, 'a:\r\n'],
    ['10,000 headers, and more,', `${OK}${manyHeaders(10_000)}`, 'a: b\r\n'],
    ['a header name', OK, 'x'],
    ['a header value', `${OK}x: `, 'y'],
    ['a line that is continued', `${OK}x: y`, '\r\n y'],
  ])('rejects %s without end early on', async (_, beginning, piece) => {
    const hostile = await receiver(scheme, (connection) => pour(connection, beginning, piece));
    await expect(post(hostile)).rejects.toMatchObject({ kind: 'protocol' });
    expect(await outgoing.closed()).toBeLessThan(MOST_BYTES);
  });

  it.each([
    ['a gigabyte', `${OK}content-length: 1000000000\r\n\r\n`, 'x'],
    ['a body up to the end of the connection', `${OK}\r\n`, 'x'],
    ['a gzip bomb', `${OK}content-encoding: gzip\r\n\r\n`, gzipSync(Buffer.alloc(1_000_000))],
    ['small chunks', CHUNKED, '1\r\nx\r\n'],
    ['a chunk extension', `${CHUNKED}1;`, 'e'],
    ['chunk extensions', `${CHUNKED}1`, ';e'],
    ['extensions of many chunks', CHUNKED, '1;eeeeeeeeeeeeeeee\r\nx\r\n'],
    ['the size of a chunk', CHUNKED, '0'],
    ['trailers', `${CHUNKED}0\r\n`, 'a: b\r\n'],
    ['a trailer', `${CHUNKED}0\r\nx: `, 'y'],
  ])('cuts off %s without end after the status, which counts', async (_, beginning, piece) => {
    const hostile = await receiver(scheme, (connection) => pour(connection, beginning, piece));
    const answer = await post(hostile);
    expect(answer).toMatchObject({ status: 200, truncated: true });
    expect(answer.body.length).toBeLessThanOrEqual(1024);
    expect(await outgoing.closed()).toBeLessThan(MOST_BYTES);
  });

  it.each([
    ['more answers', 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'],
    ['interim answers', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
    ['empty lines', '\r\n'],
  ])('closes the idle connection on %s without end after a response', async (_, piece) => {
    const hostile = await receiver(scheme, (connection) => pour(connection, EMPTY_ANSWER, piece));
    expect(await post(hostile)).toMatchObject({ status: 200, truncated: false });
    expect(await outgoing.closed()).toBeLessThan(MOST_BYTES);
  });

  it('rejects headers sent byte by byte long before they exceed the byte limit', async () => {
    const hostile = await receiver(scheme, (connection) =>
      drip(connection, `${OK}x: ${'y'.repeat(10_000)}`, 1),
    );
    await expect(post(hostile)).rejects.toMatchObject({ kind: 'protocol' });
    await outgoing.closed();
  });

  it('keeps the status of an error response whose body does not end', async () => {
    const hostile = await receiver(scheme, (connection) => pour(connection, 'HTTP/1.1 500 No\r\n\r\n', 'x'));
    expect(await post(hostile)).toMatchObject({ status: 500, truncated: true });
  });

  it('rejects a response with too many headers', async () => {
    const hostile = await receiver(scheme, (connection) =>
      connection.write(`${OK}content-length: 0\r\n${manyHeaders(300)}\r\n`),
    );
    await expect(post(hostile)).rejects.toMatchObject({ kind: 'protocol' });
  });

  it.each([
    ['hints', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(3)],
    // As old versions of IIS answer every POST, and proxies that add `Expect` to it.
    ['a continuation that nobody asked for', 'HTTP/1.1 100 Continue\r\nserver: x\r\n\r\n'],
    ['several continuations', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(3)],
    ['both', 'HTTP/1.1 100\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n'],
  ])('accepts a few interim responses: %s', async (_, interim) => {
    const polite = await receiver(scheme, (connection) => {
      connection.on('data', () => connection.write(interim + EMPTY_ANSWER));
      connection.write(interim + EMPTY_ANSWER);
    });
    expect(await post(polite)).toMatchObject({ status: 200, truncated: false });
    expect(await post(polite)).toMatchObject({ status: 200, truncated: false });
    expect(polite.connections).toBe(1);
  });

  it.each([
    ['a continuation', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['hints', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'],
    ['hints and a continuation', 'HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n'],
    ['progress', 'HTTP/1.1 102 Processing\r\n\r\n'],
  ])('accepts interim responses in several packets: %s', async (_, interim) => {
    const slow = await receiver(scheme, (connection) => {
      const pieces = (interim + EMPTY_ANSWER).match(/[^]{1,10}/g)!;
      const next = () => {
        const piece = pieces.shift();
        if (piece) connection.write(piece, () => setTimeout(next, 2));
      };
      next();
    });
    expect(await post(slow)).toMatchObject({ status: 200, truncated: false });
  });

  it('accepts a continuation whose answer follows later, and a body that looks like one', async () => {
    const body = 'HTTP/1.1 100 Continue\r\n\r\n';
    const slow = await receiver(scheme, (connection) => {
      connection.write(body);
      setTimeout(() => connection.write(`${OK}content-length: ${body.length}\r\n\r\n`), 50);
      setTimeout(() => connection.write(body), 100);
    });
    const answer = await post(slow);
    expect([answer.status, answer.body.toString()]).toEqual([200, body]);
  });

  it('gives each exchange on a connection the full byte limit', async () => {
    const answer = `${OK}content-length: 14000\r\n\r\n${'x'.repeat(14_000)}`;
    const generous = await receiver(scheme, (connection) => {
      connection.on('data', () => connection.write(answer));
      connection.write(answer);
    });
    for (let exchange = 0; exchange < 10; exchange += 1) {
      expect(await post(generous)).toMatchObject({ status: 200, body: { length: 1024 } });
    }
    expect(generous.connections).toBe(1);
  });
});

describe('simultaneous responses', () => {
  const CALLS = 40;
  let turn = 0;
  let isOver = false;
  const countTurns = () => {
    turn += 1;
    if (!isOver) setImmediate(countTurns);
  };

  afterEach(() => {
    isOver = true;
  });

  /** Responds on all connections at once, as soon as there is one per call. */
  function chorus(answer: Behaviour): Promise<RawReceiver> {
    const connections: Duplex[] = [];
    return receiver('http', (connection) => {
      if (connections.push(connection) === CALLS) connections.forEach(answer);
    });
  }

  beforeEach(async () => {
    await client.close();
    client = clientWith({ maxSocketsPerOrigin: CALLS });
    isOver = false;
    countTurns();
  });

  it('are read a few per turn of the event loop, so that they do not block other work', async () => {
    const hostile = await chorus((connection) => connection.write(EMPTY_ANSWER));
    const turns = await Promise.all(Array.from({ length: CALLS }, () => post(hostile).then(() => turn)));
    const perTurn = turns.map((one) => turns.filter((other) => other === one).length);
    expect(Math.max(...perTurn)).toBeLessThanOrEqual(9);
  });

  it('are assembled in order, even if their pieces arrive during other turns', async () => {
    const pieces = [OK, 'content-length: 4\r\n', '\r\n12', '34'];
    const polite = await chorus((connection) => {
      const next = (index: number) => {
        connection.write(pieces[index]);
        if (index + 1 < pieces.length) setImmediate(() => next(index + 1));
      };
      next(0);
    });
    const answers = await Promise.all(Array.from({ length: CALLS }, () => post(polite)));
    expect(answers.map(({ body }) => String(body))).toEqual(answers.map(() => '1234'));
  });

  it.each<[string, Behaviour]>([
    ['end', (connection) => connection.end(EMPTY_ANSWER)],
    ['break', (connection) => connection.write(EMPTY_ANSWER, () => (connection as Socket).resetAndDestroy())],
  ])('all count, even if their connections %s right afterwards', async (_, answer) => {
    const hostile = await chorus(answer);
    const answers = await Promise.all(Array.from({ length: CALLS }, () => post(hostile)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });
});

describe.each(['http', 'https'] as const)('the timeout over %s', (scheme) => {
  beforeEach(async () => {
    await client.close();
    client = clientWith({ timeoutMs: 300 });
  });

  it.each<[string, Behaviour]>([
    ['silence', () => undefined],
    ['interim answers that drip', (connection) => drip(connection, 'HTTP/1.1 103 Early Hints\r\n\r\n')],
    ['a status that drips', (connection) => drip(connection, 'HTTP/1.1 200 OKOKOKOKOKOKOKOKOKOKOKOKOKOK')],
  ])('ends %s', async (_, behave) => {
    const hostile = await receiver(scheme, behave);
    await expect(post(hostile)).rejects.toMatchObject({ kind: 'timeout' });
    await outgoing.closed();
  });

  it('cuts off a body that drips, and the status counts', async () => {
    // Long enough for the headers, even over TLS on a busy machine.
    await client.close();
    client = clientWith({ timeoutMs: 800 });
    const hostile = await receiver(scheme, (connection) => {
      connection.write(`${OK}content-length: 1000\r\n\r\n`);
      drip(connection, 'x', 50);
    });
    expect(await post(hostile)).toMatchObject({ status: 200, truncated: true });
    await outgoing.closed();
  });
});

describe('a TLS handshake', () => {
  /** A TLS record of HelloRequest messages, which a client ignores while it waits for the server's hello. */
  const helloRequests = Buffer.concat([Buffer.from([22, 3, 3, 0x40, 0x00]), Buffer.alloc(0x4000)]);

  const overHttps = ({ url }: RawReceiver) => client.request(url.replace('http:', 'https:'), {});

  it('is rejected early if it does not end', async () => {
    const hostile = await receiver('http', (connection) => pour(connection, '', helloRequests));
    await expect(overHttps(hostile)).rejects.toMatchObject({ kind: 'protocol' });
    expect(await outgoing.closed()).toBeLessThan(MOST_BYTES);
  });

  it('with too many certificates is rejected before these are checked', async () => {
    const chain = { cert: `${testCertificate.cert}\n`.repeat(60) };
    const hostile = await receiver('https', (connection) => connection.write(EMPTY_ANSWER), chain);
    await expect(post(hostile)).rejects.toMatchObject({ kind: 'protocol' });
    await outgoing.closed();
  });

  it.each<[string, TlsOptions]>([
    ['1.3', { minVersion: 'TLSv1.3', ecdhCurve: 'ffdhe2048' }],
    ['1.2', { maxVersion: 'TLSv1.2', ciphers: 'DHE-RSA-AES128-GCM-SHA256', dhparam: 'auto' }],
  ])('over TLS %s is rejected if its key exchange is slow for both sides', async (_, slow) => {
    const hostile = await receiver('https', (connection) => connection.write(EMPTY_ANSWER), slow);
    await expect(post(hostile)).rejects.toMatchObject({ kind: 'tls' });
  });

  it('times out if it stalls', async () => {
    await client.close();
    client = clientWith({ timeoutMs: 300 });
    const hostile = await receiver('http', () => undefined);
    await expect(overHttps(hostile)).rejects.toMatchObject({ kind: 'timeout' });
    await outgoing.closed();
  });
});
