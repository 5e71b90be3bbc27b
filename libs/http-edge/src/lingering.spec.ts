import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { ConnectionGate } from './connection-gate';
import { EdgeUnderTest, gateOf } from './testing/edge-under-test';
import { jsonSurface, plainSurface, Witness } from './testing/fixture-surfaces';

const head = (...lines: string[]) => lines.join('\r\n') + '\r\n\r\n';
/** More than the socket buffers of both ends hold, so that a client cannot send all of it unless the server reads. */
const BODY = Buffer.alloc(24 * 1024 * 1024, 'x');
const chunked = (body: Buffer) =>
  Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')]);

describe('a client that is answered before it has sent its body', () => {
  let edge: EdgeUnderTest;

  const start =
    (limits = {}, gate?: ConnectionGate) =>
    async () =>
      void (edge = await EdgeUnderTest.start([plainSurface, jsonSurface(new Witness())], limits, gate));
  afterEach(() => edge.stop());

  /** Sends everything before it reads anything. */
  const sendThenRead = async (...parts: (string | Buffer)[]): Promise<string> => {
    const socket = await edge.connect();
    socket.pause();
    for (const part of parts) await sent(socket, part);
    const [answer] = (await once(socket.resume(), 'data')) as [Buffer];
    return answer.toString();
  };
  const sent = (socket: Socket, part: string | Buffer) =>
    new Promise<void>((resolve, reject) =>
      socket.write(part, (error) => (error ? reject(error) : resolve())),
    );
  describe('gets to read the answer', () => {
    beforeEach(start());

    const refusals = [
      ['/json/echo', 'application/json', 413],
      ['/json/echo', 'text/plain', 415],
      ['/json/refuse', 'application/json', 401],
      ['/json/nothing', 'application/json', 404],
      ['/json/%zz', 'application/json', 404],
      ['/plain', 'application/json', 404],
    ] as const;
    const cases = refusals.flatMap((refusal) =>
      ['HTTP/1.1 Connection: close', 'HTTP/1.1 Connection: keep-alive', 'HTTP/1.0 X: y'].map(
        (manner) => [manner, ...refusal] as const,
      ),
    );

    it.each(cases)('in %s: %s with %s', async (manner, path, type, status) => {
      const [version, header] = manner.split(/ (.*)/) as [string, string];
      const lines = [`POST ${path} ${version}`, 'Host: a', header, `Content-Type: ${type}`];
      const answer = await sendThenRead(head(...lines, `Content-Length: ${BODY.length}`), BODY);
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    });

    it.each(['close', 'keep-alive'])('to a body in chunks, Connection: %s', async (connection) => {
      const lines = ['Host: a', `Connection: ${connection}`, 'Content-Type: application/json'];
      const request = head('POST /json/echo HTTP/1.1', ...lines, 'Transfer-Encoding: chunked');
      expect(await sendThenRead(request, chunked(BODY))).toMatch(/^HTTP\/1.1 413 /);
    });

    it('to a body in too many pieces', async () => {
      const lines = ['Host: a', 'Content-Type: application/upload', 'Transfer-Encoding: chunked'];
      const body = '1\r\nx\r\n'.repeat(20_000) + '0\r\n\r\n';
      expect(await sendThenRead(head('POST /json/upload HTTP/1.1', ...lines), body)).toMatch(
        /^HTTP\/1.1 400 [^]*\r\nConnection: close[^]*too many small pieces/,
      );
    });

    it.each([
      ['too many headers', head('POST /json/echo HTTP/1.1', 'Host: a', `X: ${'a'.repeat(20_000)}`)],
      [
        'letters of another script',
        head('POST /json/é HTTP/1.1', 'Host: a', `Content-Length: ${BODY.length}`),
      ],
    ])('to a malformed request: %s', async (_, start) => {
      expect(await sendThenRead(start, BODY)).toMatch(/^HTTP\/1.1 400 /);
    });

    it.each(['close', 'keep-alive'])('with the HTTP client of Node, Connection: %s', async (connection) => {
      const headers = { connection, 'content-type': 'application/json', 'content-length': BODY.length };
      const asked = request(`${edge.url}/json/refuse`, { method: 'POST', headers, agent: false }).end(BODY);
      const [response] = (await once(asked, 'response')) as [IncomingMessage];
      expect([response.statusCode, await text(response)]).toEqual([401, '{"refused":true}']);
    });
  });

  it('gets to read that it has too many connections', async () => {
    await start({}, gateOf({ perAddress: 1 }))();
    await edge.connect();
    const answer = await sendThenRead(
      head('POST /json/echo HTTP/1.1', 'Host: a', `Content-Length: ${BODY.length}`),
      BODY,
    );
    expect(answer).toMatch(/^HTTP\/1.1 429 /);
  });

  it('may ask again on the same connection', async () => {
    await start()();
    const socket = await edge.connect();
    const lines = ['Host: a', 'Content-Type: application/json', `Content-Length: ${BODY.length}`];
    await sent(socket, head('POST /json/echo HTTP/1.1', ...lines));
    await sent(socket, BODY);
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 413 /);
    socket.write(head('GET /json/things/1 HTTP/1.1', 'Host: a'));
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 200 /);
  });

  describe('is cut off', () => {
    const patient = { idleMs: 60_000, wholeMs: 60_000, bytes: Infinity, connections: 10 };
    const ask = (connection: string) => {
      const lines = ['Host: a', `Connection: ${connection}`, 'Content-Type: application/json'];
      return head('POST /json/refuse HTTP/1.1', ...lines, 'Transfer-Encoding: chunked');
    };
    const piece = (bytes: number) => `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`;
    /** A client that does not read, and continues to send after the response. */
    const connectHostile = async () => {
      const socket = connect({ port: edge.port, host: '127.0.0.1', allowHalfOpen: true });
      await once(
        socket.on('error', () => undefined),
        'connect',
      );
      return socket;
    };
    /** Sends until the edge has closed the connection. */
    const sendUntilGone = async (socket: Socket, part: string, everyMs: number) => {
      while ((await edge.connections()) > 0) {
        if (!socket.destroyed && !socket.writableNeedDrain) socket.write(part);
        await delay(everyMs);
      }
      socket.destroy();
    };

    it.each([
      ['when it sends without end', { bytes: 1_000_000 }, piece(60_000), 1],
      ['when it sends tiny pieces without end', {}, piece(1).repeat(1_000), 1],
      ['when it takes too long', { wholeMs: 500 }, piece(10), 50],
      ['when it sends nothing more', { idleMs: 300 }, '', 50],
    ])('%s', async (_, limit, part, everyMs) => {
      await start({ linger: { ...patient, ...limit } })();
      for (const connection of ['close', 'keep-alive']) {
        const socket = await connectHostile();
        socket.write(ask(connection));
        await sendUntilGone(socket, part, everyMs);
      }
    });

    it('when too many others began to linger after it', async () => {
      await start({ linger: { ...patient, connections: 2 } })();
      const sockets: Socket[] = [];
      for (let count = 0; count < 3; count += 1) {
        const socket = await connectHostile();
        sockets.push(socket);
        socket.write(ask('keep-alive'));
        await once(socket, 'data');
      }
      await once(sockets[0]!.resume(), 'end');
      while ((await edge.connections()) > 2) await delay(20);
      expect(await edge.connections()).toBe(2);
      for (const socket of sockets) socket.destroy();
    });

    it('when it sends without end what is no HTTP', async () => {
      await start({ linger: { ...patient, bytes: 1_000_000 } })();
      await sendUntilGone(await connectHostile(), 'x'.repeat(60_000), 1);
    });
  });
});
