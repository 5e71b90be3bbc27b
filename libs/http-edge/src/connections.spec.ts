import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { AuthenticationGate } from './authentication-gate';
import { ClientAddresses } from './client-addresses';
import type { ConnectionGate } from './connection-gate';
import { EdgeUnderTest, gateOf } from './testing/edge-under-test';
import { jsonSurface, plainSurface, signedSurface, Witness } from './testing/fixture-surfaces';

const head = (...lines: string[]) => lines.join('\r\n') + '\r\n\r\n';

describe('connections', () => {
  let edge: EdgeUnderTest;

  const start = async (gate: ConnectionGate) =>
    void (edge = await EdgeUnderTest.start([plainSurface, jsonSurface(new Witness())], {}, gate));
  afterEach(() => edge.stop());

  describe('are limited', () => {
    const ask = head('GET /json/things/1 HTTP/1.1', 'Host: a', 'Connection: close');

    it('per address, and answers one too many at once', async () => {
      await start(gateOf({ perAddress: 2 }));
      const [first] = await Promise.all([edge.connect(), edge.connect()]);
      const refusals = [await edge.sendBytes(ask), await edge.sendBytes(ask)];
      for (const refusal of refusals) {
        expect(refusal).toMatch(/^HTTP\/1.1 429 [^]*retry-after: 1\r\n[^]*Too many connections/);
      }
      const ids = refusals.map((refusal) => /x-request-id: (\S+)/.exec(refusal)![1]);
      expect(new Set(ids).size).toBe(2);

      first.resume().end(ask);
      await once(first, 'close');
      let again = '';
      while (!again.startsWith('HTTP/1.1 200')) again = await edge.sendBytes(ask);
    });

    it('in all, and closes one too many at once', async () => {
      await start(gateOf({ total: 2 }));
      await Promise.all([edge.connect(), edge.connect()]);
      expect(await edge.sendBytes(ask).catch(() => '')).toBe('');
    });

    it('of proxies by the requests of each client behind them', async () => {
      await start(gateOf({ perAddress: 2 }, 1));
      const from = (client: string, line: string, ...lines: string[]) =>
        head(`${line} HTTP/1.1`, 'Host: a', `X-Forwarded-For: ${client}`, ...lines);
      const slow = ['Content-Type: application/json', 'Content-Length: 10'];
      const held = [await edge.connect(), await edge.connect()];
      for (const socket of held) socket.write(from('203.0.113.7', 'POST /json/echo', ...slow) + 'x');
      const quick = (client: string) =>
        edge.sendBytes(from(client, 'GET /json/things/1', 'Connection: close'));
      const refused =
        /^HTTP\/1.1 429 [^]*retry-after: 1\r\n[^]*connection: close[^]*"json":{"code":"rate_limit/;
      while (!refused.test(await quick('203.0.113.7')));
      expect(await quick('203.0.113.8')).toMatch(/^HTTP\/1.1 200 /);

      held[0]!.write('x'.repeat(9));
      expect(String((await once(held[0]!, 'data'))[0])).toMatch(/^HTTP\/1.1 200 /);
      while (!(await quick('203.0.113.7')).startsWith('HTTP/1.1 200'));
    });
  });

  describe('of clients that authenticate every request', () => {
    const SIGNED = '"signed"';
    const post =
      (path: string) =>
      (body: string, length = body.length) =>
        head(
          `POST ${path} HTTP/1.1`,
          'Host: a',
          'Content-Type: application/json',
          `Content-Length: ${length}`,
        ) + body;
    const signed = post('/signed');

    const startWith = async (limits: { total: number; perAddress: number }) => {
      const gate = new AuthenticationGate(limits, new ClientAddresses(0));
      edge = await EdgeUnderTest.start([plainSurface, signedSurface(gate)], {}, gate);
    };
    it.each([
      ['a body that is not signed', signed('"x"'), 403],
      ['another method', head('GET /signed HTTP/1.1', 'Host: a'), 404],
      ['another path', head('GET /nothing HTTP/1.1', 'Host: a'), 404],
      ['a path that cannot be decoded', head('GET /%zz HTTP/1.1', 'Host: a'), 404],
      ['a route that anybody may use', head('GET /plain HTTP/1.1', 'Host: a'), 200],
    ])('closes the connection after the answer to %s', async (_, request, status) => {
      await startWith({ total: 10, perAddress: 10 });
      expect(await edge.sendBytes(request)).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*Connection: close`));
    });

    it('keeps a connection as long as its requests are signed', async () => {
      await startWith({ total: 10, perAddress: 10 });
      const socket = await edge.connect();
      for (let times = 0; times < 3; times += 1) {
        socket.write(signed(SIGNED));
        expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 200 [^]*Connection: keep-alive/);
      }
      socket.write(signed('"x"'));
      expect(await text(socket)).toMatch(/^HTTP\/1.1 403 /);
    });

    it.each([
      ['is silent', '', /^$/],
      ['stops within its headers', 'POST /signed HTTP/1.1\r\nHost', /^$/],
      ['stops within its body', signed('"x', 100), /^HTTP\/1.1 429 [^]*plain rate_limit_exceeded/],
    ])('closes the oldest one that %s when all are in use', async (_, bytes, answer) => {
      await startWith({ total: 3, perAddress: 10 });
      const sender = await edge.connect();
      sender.write(signed(SIGNED));
      await once(sender, 'data');
      const strangers = [await edge.connect(), await edge.connect()];
      for (const socket of strangers) socket.write(bytes);
      const ends = strangers.map((socket) => text(socket).catch(() => ''));
      // After two more answers, the others were let in, and their bytes were read.
      for (let times = 0; times < 2; times += 1) {
        sender.write(signed(SIGNED));
        await once(sender, 'data');
      }

      expect(await edge.firstAnswer(signed(SIGNED))).toMatch(/^HTTP\/1.1 200 /);
      expect(await ends[0]).toMatch(answer);
      expect(strangers[1]!.readyState).toBe('open');
    });
  });
});
