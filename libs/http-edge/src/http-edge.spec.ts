import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { LINGER } from './lingering';
import { EdgeUnderTest } from './testing/edge-under-test';
import { jsonSurface, LARGE_BYTES, plainSurface, Witness } from './testing/fixture-surfaces';

const head = (...lines: string[]) => lines.join('\r\n') + '\r\n\r\n';
const post = (path: string, type: string, length: number) =>
  head(`POST ${path} HTTP/1.1`, 'Host: a', `Content-Type: ${type}`, `Content-Length: ${length}`);

/** What `look` sees, once it sees something. */
async function seen<T>(look: () => T): Promise<NonNullable<T>> {
  for (;;) {
    const found = look();
    if (found) return found;
    await delay(5);
  }
}

/** Sends this, and then blocks this process, whose timers run before its sockets afterwards. */
async function writeAndStandStill(socket: Socket, text: string, ms: number): Promise<void> {
  await nextTurn();
  socket.write(text);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

describe('the HTTP edge', () => {
  let witness: Witness;
  let edge: EdgeUnderTest;

  const start =
    (limits = {}) =>
    async () => {
      witness = new Witness();
      edge = await EdgeUnderTest.start([plainSurface, jsonSurface(witness)], limits);
    };
  const stop = () => edge.stop();
  /** How to release what `POST /json/held` holds. */
  const isHeld = () => seen(() => witness.release);

  describe('answers failures in the words of the surface that owns the path', () => {
    beforeAll(start());
    afterAll(stop);

    it.each([
      ['GET', '/', 'plain not_found'],
      ['GET', '/nothing', 'plain not_found'],
      ['GET', '/jsonx', 'plain not_found'],
      ['GET', '/%zz', 'plain not_found'],
      ['GET', '/json', 'not_found'],
      ['GET', '/json?a=/', 'not_found'],
      ['POST', '/json/nothing', 'not_found'],
      ['DELETE', '/json/echo', 'not_found'],
      ['GET', '/json/%zz', 'not_found'],
      ['GET', `/json/things/${'9'.repeat(500)}`, 'not_found'],
      ['PROPFIND', '/nothing', 'plain not_found'],
      ['PROPFIND', '/json/echo', 'not_found'],
      ['GET', '/json/fault', 'server_error'],
      ['POST', '/json/echo', 'unsupported_media_type'],
    ])('%s %s', async (method, path, expected) => {
      const body = method === 'POST' ? 'text' : undefined;
      const response = await fetch(edge.url + path, { method, body, headers: { connection: 'close' } });
      const words = await response.text();
      expect(words).toContain(expected.startsWith('plain') ? expected : `{"json":{"code":"${expected}"`);
      expect(response.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    });

    it.each([
      ['nothing', [], '', 200],
      ['an empty body', ['Content-Length: 0'], '', 200],
      ['a body', ['Content-Length: 2'], '{}', 415],
      ['a body in chunks', ['Transfer-Encoding: chunked'], '2\r\n{}\r\n0\r\n\r\n', 415],
      ['no chunk at all', ['Transfer-Encoding: chunked'], '0\r\n\r\n', 200],
    ])('on routes without a body, for a Content-Type with %s', async (_, lines, body, status) => {
      const type = ['Host: a', 'Connection: close', 'Content-Type: application/json'];
      const request = head('GET /plain HTTP/1.1', ...type, ...lines);
      expect(await edge.sendBytes(request, body)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    });

    it.each([
      ['a URL with letters of another script', head('GET /json/things/é HTTP/1.1', 'Host: a')],
      ['too many headers', head('GET /json/things/1 HTTP/1.1', 'Host: a', `X: ${'a'.repeat(20_000)}`)],
      ['a broken header', head('GET /json/things/1 HTTP/1.1', 'Host: a', 'X\0: a')],
      ['two hosts', head('GET /json/things/1 HTTP/1.1', 'Host: a', 'Host: b', 'Connection: close')],
    ])('even if the request is malformed: %s', async (_, bytes) => {
      expect(await edge.sendBytes(bytes)).toMatch(/^HTTP\/1.1 400 [^]*{"json":{"code":"bad_request"/);
    });

    it('also where no request could be read', async () => {
      expect(await edge.sendBytes('nonsense\r\n\r\n')).toMatch(/^HTTP\/1.1 400 [^]*plain bad_request/);
      expect(await edge.sendBytes(head('CONNECT a:1 HTTP/1.1'))).toMatch(
        /^HTTP\/1.1 404 [^]*plain not_found/,
      );
    });
  });

  describe('holds bodies to their deadlines', () => {
    beforeAll(start({ requestTimeoutMs: 300, linger: { ...LINGER, idleMs: 300 } }));
    afterAll(stop);

    it('and cuts JSON that is not whole in time, and hangs up', async () => {
      const answer = await edge.sendBytes(post('/json/echo', 'application/json', 10), '{"a"');
      expect(answer).toMatch(/^HTTP\/1.1 400 [^]*{"json":{"code":"bad_request"[^]*did not arrive in time/);
    });

    it('and cuts JSON that trickles in', async () => {
      const socket = await edge.connect();
      socket.write(post('/json/echo', 'application/json', 1_000));
      const drip = setInterval(() => socket.write(' '), 20);
      const [answer] = (await once(socket, 'data')) as [Buffer];
      clearInterval(drip);
      expect(answer.toString()).toMatch(/^HTTP\/1.1 400 [^]*did not arrive in time/);
    });

    it('and lets an upload take as long as it needs while it makes progress', async () => {
      const socket = await edge.connect();
      socket.write(post('/json/upload', 'application/upload', 300));
      for (let sent = 0; sent < 300; sent += 10) {
        socket.write('x'.repeat(10));
        await delay(30);
      }
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expect(answer.toString()).toMatch(/^HTTP\/1.1 200 [^]*{"bytes":300}$/);
    });

    it('and cuts an upload that stalls, which its reader learns', async () => {
      const answer = await edge.firstAnswer(post('/json/upload', 'application/upload', 300), 'x'.repeat(100));
      expect(answer).toMatch(/^HTTP\/1.1 400 [^]*did not arrive in time/);
      await expect(witness.uploads.pop()).rejects.toThrow('did not arrive in time');
    });

    it('and cuts an upload that trickles, and says how fast it must be', async () => {
      const socket = await edge.connect();
      socket.write(post('/json/upload', 'application/upload', 300));
      const drip = setInterval(() => socket.write('x'), 100);
      const [answer] = (await once(socket, 'data')) as [Buffer];
      clearInterval(drip);
      expect(answer.toString()).toMatch(
        /^HTTP\/1.1 400 [^]*without pauses, and at least 1 KiB of it in each 1 seconds/,
      );
    });

    it('and does not blame a client for a pause of ours', async () => {
      const socket = await edge.connect();
      socket.write(post('/json/echo', 'application/json', 10) + '{"a"');
      // Behind this one, the other has begun.
      await edge.firstAnswer(head('GET /json/things/1 HTTP/1.1', 'Host: a'));
      await writeAndStandStill(socket, ':1234}', 350);
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expect(answer.toString()).toMatch(/^HTTP\/1.1 200 [^]*{"bytes":10}$/);
    });

    it('and does not blame a client for bytes that wait for us', async () => {
      const socket = await edge.connect();
      socket.write(post('/json/held', 'application/upload', 20));
      socket.write('x'.repeat(10));
      const release = await isHeld();
      await delay(1_000);
      release();
      socket.write('x'.repeat(10));
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expect(answer.toString()).toMatch(/^HTTP\/1.1 200 [^]*{"bytes":20}$/);
    });

    it('and lets go of a client that was refused and never sends the rest', async () => {
      const answer = await edge.sendBytes(post('/json/refuse', 'application/upload', 300), 'x');
      expect(answer).toMatch(/^HTTP\/1.1 401 [^]*{"refused":true}$/);
    });

    it.each(['/json/nothing', '/json/%zz', '/nothing'])('and of one that asked for %s', async (path) => {
      expect(await edge.sendBytes(post(path, 'application/json', 300), 'x')).toMatch(/^HTTP\/1.1 404 /);
    });

    it('and works on nothing that arrives after it hung up', async () => {
      const socket = connect({ port: edge.port, host: '127.0.0.1', allowHalfOpen: true });
      socket.write('POST /json/upload HTTP/1.1\r\n');
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expect(answer.toString()).toMatch(/^HTTP\/1.1 400 [^]*did not arrive in time/);
      const uploads = witness.uploads.length;
      socket.end('Host: a\r\nContent-Type: application/upload\r\nContent-Length: 1\r\n\r\nx');
      await once(socket, 'close');
      expect(witness.uploads).toHaveLength(uploads);
    });

    it('and cuts headers that never end', async () => {
      expect(await edge.sendBytes('GET /json/echo HTTP/1.1\r\nX-Slow: ')).toMatch(
        /^HTTP\/1.1 400 [^]*did not arrive in time/,
      );
    });
  });

  describe('bounds what a body costs', () => {
    beforeAll(start({ maxBodyBytes: 1_000_000, linger: { ...LINGER, idleMs: 300 } }));
    afterAll(stop);

    const chunked = (path: string, type: string) =>
      head(`POST ${path} HTTP/1.1`, 'Host: a', `Content-Type: ${type}`, 'Transfer-Encoding: chunked');
    const pieces = (count: number, bytes: number) =>
      `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`.repeat(count);

    it.each([
      ['JSON', '/json/echo', 'application/json'],
      ['an upload', '/json/upload', 'application/upload'],
    ])('and refuses %s in very many pieces, and hangs up', async (_, path, type) => {
      const answer = await edge.sendBytes(chunked(path, type), pieces(6_000, 1));
      expect(answer).toMatch(/^HTTP\/1.1 400 [^]*too many small pieces/);
      for (const upload of witness.uploads.splice(0)) await expect(upload).rejects.toThrow('refused');
    });

    it('and takes a body in many pieces that are not that small', async () => {
      const body = pieces(6_000, 100) + '0\r\n\r\n';
      const answer = await edge.firstAnswer(chunked('/json/echo', 'application/json'), body);
      expect(answer).toMatch(/^HTTP\/1.1 200 [^]*{"bytes":600000}$/);
    });

    it('and takes more than that of a body that is read as it arrives', async () => {
      const bytes = 2_000_000;
      const answer = await edge.firstAnswer(
        post('/json/upload', 'application/upload', bytes),
        'x'.repeat(bytes),
      );
      expect(answer).toMatch(/^HTTP\/1.1 200 [^]*{"bytes":2000000}$/);
    });

    it('and refuses whoever began first when all together hold too much, and nobody else', async () => {
      const holding = async (bytes: number) => {
        const socket = await edge.connect();
        socket.write(post('/json/echo', 'application/json', bytes + 1) + ' '.repeat(bytes));
        return { socket, answer: once(socket, 'data') as Promise<[Buffer]> };
      };
      const [first, second] = [await holding(200_000), await holding(600_000)];
      // After this answer, their bodies were read.
      await edge.firstAnswer(head('GET /json/things/1 HTTP/1.1', 'Host: a'));
      const last = await holding(300_000);
      expect((await first.answer).toString()).toMatch(/^HTTP\/1.1 503 [^]*service_unavailable/);
      for (const { socket } of [second, last]) socket.write(' ');
      expect((await second.answer).toString()).toMatch(/{"bytes":600001}$/);
      expect((await last.answer).toString()).toMatch(/{"bytes":300001}$/);
      // What they held is free again.
      const next = await holding(900_000);
      next.socket.write(' ');
      expect((await next.answer).toString()).toMatch(/{"bytes":900001}$/);
    });
  });

  describe('lets go of a client', () => {
    beforeAll(start({ answerTimeoutMs: 1_000, keepAliveMs: 400 }));
    afterAll(stop);

    const askForMuch = async () => {
      const socket = await edge.connect();
      socket.pause();
      socket.write(head('GET /json/large HTTP/1.1', 'Host: a', 'Connection: close'));
      await seen(() => witness.largeAnswers.length > 0);
      return { socket, end: witness.largeAnswers.pop()! };
    };

    /** Reads to the end, with a pause after so many bytes. */
    const readAll = async (socket: AsyncIterable<Buffer>, pauseAfter = Infinity) => {
      let bytes = 0;
      let sincePause = 0;
      for await (const chunk of socket) {
        bytes += chunk.length;
        sincePause += chunk.length;
        if (sincePause < pauseAfter) continue;
        sincePause = 0;
        await delay(100);
      }
      return bytes;
    };

    it('that never reads its answer', async () => {
      const { socket, end } = await askForMuch();
      await end;
      expect(await readAll(socket).catch(() => 0)).toBeLessThan(LARGE_BYTES);
    });

    it.each([
      ['a request without a body', head('GET /json/things/1 HTTP/1.1', 'Host: a')],
      ['a body that is refused', post('/json/refuse', 'application/json', 2) + '{}'],
    ])('that never reads an answer that the kernel holds, as of any idle one: %s', async (_, ask) => {
      const socket = connect({ port: edge.port, host: '127.0.0.1', allowHalfOpen: true });
      socket.write(ask.repeat(20));
      await seen(() => socket.bytesWritten > 0);
      while ((await edge.connections()) > 0) await delay(20);
      expect(await readAll(socket.end())).toBeGreaterThan(0);
    });

    it('but not of one that reads slowly', async () => {
      const { socket } = await askForMuch();
      expect(await readAll(socket, LARGE_BYTES / 13)).toBeGreaterThan(LARGE_BYTES);
    });

    it('nor of one that waits for us', async () => {
      const answer = edge.firstAnswer(post('/json/held', 'application/upload', 1), 'x');
      const release = await isHeld();
      await delay(1_300);
      release();
      expect(await answer).toMatch(/^HTTP\/1.1 200 /);
    });
  });

  describe('takes requests that a client sends without waiting', () => {
    const ask = head('GET /json/things/1 HTTP/1.1', 'Host: a');
    const last = head('GET /json/things/1 HTTP/1.1', 'Host: a', 'Connection: close');
    const answersIn = (text: string) => (text.match(/HTTP\/1.1 200/g) ?? []).length;

    beforeAll(start());
    afterAll(stop);

    it('and answers a hundred of them in order', async () => {
      expect(answersIn(await edge.sendBytes(ask.repeat(99) + last))).toBe(100);
    });

    it('again and again', async () => {
      const socket = await edge.connect();
      for (let round = 0; round < 5; round += 1) {
        socket.write(ask.repeat(50));
        let text = '';
        while (answersIn(text) < 50) text += String((await once(socket, 'data'))[0]);
      }
    });

    it('and hangs up on one that sends thousands', async () => {
      const answer = await edge.sendBytes(ask.repeat(3_000)).catch(() => '');
      expect(answersIn(answer)).toBeLessThan(200);
    });
  });

  it('writes a line per request of a caller, and few for strangers, whom it counts', async () => {
    await start()();
    for (let asked = 0; asked < 70; asked += 1) await fetch(`${edge.url}/json/nothing`);
    for (let asked = 0; asked < 70; asked += 1) {
      await fetch(`${edge.url}/json/things/1`, { headers: { 'x-caller': 'me' } });
      await fetch(`${edge.url}/json/probe`);
    }
    await edge.stop();
    const lines = edge.lines.filter(({ msg }) => msg === 'request');
    expect(lines).toHaveLength(130);
    expect(lines.filter(({ status }) => status === 404)).toHaveLength(60);
    expect(lines.filter(({ caller, status }) => caller === 'me' && status === 200)).toHaveLength(70);
    expect(edge.lines.filter(({ counts }) => counts)).toMatchObject([{ counts: { 404: 10 } }]);
    expect(JSON.stringify(edge.lines)).not.toContain('things');
  });
});
