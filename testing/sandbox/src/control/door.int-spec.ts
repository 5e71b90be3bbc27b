import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect as connectTcp } from 'node:net';
import { text } from 'node:stream/consumers';
import { WebSocket } from 'ws';
import { NETWORK_PATH } from '@chat/device-network';
import { TestSandbox } from '../testing/test-sandbox';

const PHONE = '4915100000009';
const JSON_BODY = { 'content-type': 'application/json' };

let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await TestSandbox.start();
});

afterAll(() => sandbox.stop());

const own = () => `127.0.0.1:${sandbox.port}`;

async function call(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<{ status: number | undefined; body: unknown }> {
  const sent = request({ host: '127.0.0.1', port: sandbox.port, method, path, headers, agent: false });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, body: JSON.parse(await text(answer)) as unknown };
}

/** Returns the status that refuses an engine; null when it is accepted. */
async function connect(headers: Record<string, string>, path = NETWORK_PATH): Promise<number | null> {
  const socket = new WebSocket(`ws://127.0.0.1:${sandbox.port}${path}`, { headers });
  socket.on('error', () => undefined);
  return new Promise((resolve) => {
    socket.once('open', () => resolve(null));
    socket.once('unexpected-response', (_, { statusCode }) => resolve(statusCode!));
  }).finally(() => socket.terminate()) as Promise<number | null>;
}

/** Requests from other pages or under other names; functions, since the port is known late. */
const STRANGERS: [string, () => Record<string, string>][] = [
  ['a page of another site', () => ({ host: own(), origin: 'https://evil.example' })],
  ['a page of another port of this machine', () => ({ host: own(), origin: 'http://127.0.0.1:3000' })],
  ['a page with an opaque origin', () => ({ host: own(), origin: 'null' })],
  [
    'a page under another name of this machine',
    () => ({ host: own(), origin: `http://localhost:${sandbox.port}` }),
  ],
  ['a page whose name resolves to this machine', () => rebound(`evil.example:${sandbox.port}`)],
  ['a name under localhost', () => rebound(`evil.localhost:${sandbox.port}`)],
  ['a name without origin', () => ({ host: `evil.example:${sandbox.port}` })],
  ['an address without port', () => ({ host: '127.0.0.1' })],
  ['another port', () => ({ host: '127.0.0.1:1' })],
];

const rebound = (host: string) => ({ host, origin: `http://${host}` });

describe('HTTP', () => {
  const phones = async () => (await sandbox.call('GET', '/phones')).body;

  it.each(STRANGERS)('refuses %s on every route', async (_, headers) => {
    const before = await phones();
    const answers = await Promise.all([
      call('GET', '/', headers()),
      call('GET', '/phones', headers()),
      call('GET', '/sends', headers()),
      call('GET', '/nowhere', headers()),
      call('OPTIONS', '/phones', headers()),
      call('PUT', `/phones/${PHONE}`, { ...headers(), ...JSON_BODY }, '{}'),
      call('POST', `/phones/${PHONE}/unlink`, headers()),
      call('PUT', '/faults', { ...headers(), ...JSON_BODY }, '{"mode":"error"}'),
    ]);
    expect(answers).toEqual(
      answers.map(() => ({ status: 403, body: { error: expect.stringContaining('loopback') as string } })),
    );
    expect(await phones()).toEqual(before);
    expect((await sandbox.call('GET', '/faults')).body).toEqual({ faults: [] });
  });

  it.each([
    ['no content type', {}],
    ['text', { 'content-type': 'text/plain' }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a form with files', { 'content-type': 'multipart/form-data; boundary=x' }],
    ['text that mentions JSON', { 'content-type': 'text/plain; application/json' }],
    ['something like JSON', { 'content-type': 'application/jsonp' }],
  ])('refuses a body with %s, which a page may send without a preflight', async (_, type) => {
    const before = await phones();
    const answer = await call('PUT', `/phones/${PHONE}`, { host: own(), ...type }, '{"name":"Eve"}');
    expect(answer).toEqual({ status: 415, body: { error: 'Send the body as application/json.' } });
    expect(await phones()).toEqual(before);
  });

  it.each([
    ['a program', () => ({ host: own() })],
    ['a program by name', () => ({ host: `localhost:${sandbox.port}` })],
    ['our own page', () => ({ host: own(), origin: `http://${own()}` })],
  ])('serves %s', async (_, headers) => {
    expect((await call('GET', '/phones', headers())).status).toBe(200);
    const put = await call('PUT', '/phones/4915100000010', { ...headers(), ...JSON_BODY }, '{}');
    expect(put.status).toBe(200);
  });
});

describe('raw requests', () => {
  it.each([
    ['no host', 'GET /phones HTTP/1.0\r\n\r\n'],
    ['two hosts', 'GET /phones HTTP/1.1\r\nhost: OWN\r\nhost: evil.example\r\n\r\n'],
    ['two hosts, ours last', 'GET /phones HTTP/1.1\r\nhost: evil.example\r\nhost: OWN\r\n\r\n'],
    ['two origins', 'GET /phones HTTP/1.1\r\nhost: OWN\r\norigin: http://OWN\r\norigin: null\r\n\r\n'],
    ['a foreign URL', 'GET http://evil.example/phones HTTP/1.1\r\nhost: evil.example\r\n\r\n'],
  ])('are refused with %s', async (_, bytes) => {
    const socket = connectTcp({ host: '127.0.0.1', port: sandbox.port });
    socket.end(bytes.replaceAll('OWN', own()));
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 403 /);
  });
});

describe('the WebSocket', () => {
  it.each(STRANGERS)('refuses %s', async (_, headers) => expect(await connect(headers())).toBe(403));

  it('knows one path', async () => expect(await connect({ host: own() }, '/other')).toBe(404));

  it.each([
    ['an engine', () => ({ host: own() })],
    ['an engine by name', () => ({ host: `localhost:${sandbox.port}` })],
    ['our own page', () => ({ host: own(), origin: `http://${own()}` })],
  ])('lets %s in', async (_, headers) => expect(await connect(headers())).toBeNull());
});
