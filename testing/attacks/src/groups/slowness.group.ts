import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Attack, AttackGroup } from '../attack';
import { exchangeRaw, type RawPart } from '../http/raw-exchange';
import { problemsOfAnswer } from '../judge/answer.rules';
import type { Tenant } from '../world/tenant';
import { REQUEST_TIMEOUT_MS, type World } from '../world/world';

/** How much later than the limit an answer may come on a busy machine. */
const PATIENCE_MS = 15_000;
const IDLE_CONNECTIONS = 300;

/** Slow clients. */
export const slowness: AttackGroup = {
  name: 'slowness',
  about: 'headers and bodies that drip, stall, crumble or never arrive; hundreds of silent connections',
  canShare: true,
  attacks: async (world) => {
    const tenant = await world.openTenant('slow');
    const { clientId, clientSecret } = tenant.credential;
    const key = `client-id: ${clientId}\r\nclient-secret: ${clientSecret}\r\n`;
    const post = (lines: string) =>
      `POST /v1/contacts HTTP/1.1\r\nHost: x\r\n${key}Content-Type: application/json\r\n${lines}\r\n`;
    const drip = (text: string): RawPart[] => [...text].flatMap((character) => [character, 200]);
    return [
      stalls(world, 'headers that stop', ['GET /v1/ping HTTP/1.1\r\nHost: x\r\n']),
      stalls(world, 'headers that drip', [`GET /v1/ping HTTP/1.1\r\n`, ...drip('x'.repeat(60))]),
      stalls(world, 'a body that never comes', [post('Content-Length: 100\r\n')]),
      stalls(world, 'a body that drips', [post('Content-Length: 100\r\n'), ...drip('x'.repeat(60))]),
      stalls(world, 'chunks that drip', [
        post('Transfer-Encoding: chunked\r\n'),
        ...drip('1\r\nx\r\n'.repeat(12)),
      ]),
      stalls(world, 'a body in single bytes', [
        post('Transfer-Encoding: chunked\r\n'),
        '1\r\nx\r\n'.repeat(20_000),
      ]),
      ...uploadsThatStall(world, key),
      servesOthers(world, tenant),
    ];
  },
};

function stalls(
  world: World,
  name: string,
  parts: readonly RawPart[],
  { limitMs = REQUEST_TIMEOUT_MS, isLegacy = false } = {},
): Attack {
  return {
    name,
    run: async () => {
      const { answers, closed } = await exchangeRaw(world.gateway.baseUrl, parts, limitMs + PATIENCE_MS);
      const [answer] = answers;
      if (!answer) return [closed ? 'The connection ended without an answer.' : 'It was never answered.'];
      const { headers, status, body } = answer;
      return problemsOfAnswer(
        { status, body, header: (header) => headers[header] ?? null, isLegacy },
        { codes: ['bad_request'] },
      );
    },
  };
}

/** An upload may take long while it progresses, but must not stall. */
function uploadsThatStall(world: World, key: string): Attack[] {
  return world.routes
    .filter(({ operation }) => operation?.upload)
    .map(({ http, method, path, isLegacy }) =>
      stalls(
        world,
        `${http} with an upload that stalls`,
        [
          `${method} ${path.replace(/\{\w+\}/g, '1')} HTTP/1.1\r\nHost: x\r\n${key}Idempotency-Key: ${randomUUID()}\r\n` +
            'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n--b\r\n',
        ],
        { limitMs: 30_000, isLegacy },
      ),
    );
}

/** A silent client costs only a connection. */
function servesOthers(world: World, tenant: Tenant): Attack {
  return {
    name: `${IDLE_CONNECTIONS} silent connections, beside one client`,
    run: async () => {
      const sockets: Socket[] = [];
      try {
        for (let count = 0; count < IDLE_CONNECTIONS; count += 1)
          sockets.push(await open(world.gateway.baseUrl));
        sockets.forEach((socket) => socket.write('GET /v1/ping HTTP/1.1\r\nHost'));
        const answer = await tenant.send('GET', '/v1/ping');
        return answer.status === 200 ? [] : [`The other client was answered ${answer.status}.`];
      } finally {
        sockets.forEach((socket) => socket.destroy());
      }
    },
  };
}

async function open(baseUrl: string): Promise<Socket> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}
