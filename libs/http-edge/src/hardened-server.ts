import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '@chat/errors';
import type { ClientAddresses } from './client-addresses';
import { ConnectionGate } from './connection-gate';
import { connectionError } from './failures';
import { hangUpGently, LINGER, type LingerLimits } from './lingering';
import { Pipelining } from './pipelining';

/** What one server grants its clients. */
export interface ServerLimits {
  /** How long the headers of a request may take, and its body where its route says nothing else. */
  readonly requestTimeoutMs: number;
  /** How long a client may take no byte of an answer that waits in this process, because the kernel's buffers are full. */
  readonly answerTimeoutMs: number;
  /**
   * How long a connection without a request stays open, even if its last answer was never read: longer than the proxies
   * in front keep theirs.
   */
  readonly keepAliveMs: number;
  /** How many connections may be open; one more is closed at once. */
  readonly maxConnections: number;
  /** How many of them one address may have; null behind proxies, whose addresses the connections have. */
  readonly maxConnectionsPerAddress: number | null;
  /** How long clients are read after their last answer; `LINGER` if absent. */
  readonly linger?: LingerLimits;
  /** How many bytes of bodies may be in memory at once; absent where only known clients' bodies are read. */
  readonly maxBodyBytes?: number;
}

export interface ServerNeeds {
  readonly limits: ServerLimits;
  readonly addresses: ClientAddresses;
  /**
   * Returns a complete response, with its own request id, for a connection that is then closed.
   * @param target the target of the request, if known.
   */
  readonly answerOf: (error: AppError, target?: string) => Buffer;
  readonly onRefusedConnection: (reason: 'address' | 'total' | 'pipelining') => void;
}

/** The error of Node's server for bytes that are not valid HTTP. */
interface ClientError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
}

/** How many connections too many may take their time to read that; further ones are closed at once. */
const MAX_LINGERING = 100;

/** Finds the target in the bytes of a request that Node could not parse. */
const TARGET = /^[A-Z]+ (\S+)/;
const LONGEST_LINE = 16 * 1024;

/** Bytes beyond ASCII in a URL, which not every version of Node's parser refuses. */
const BARE_LETTERS = /[\u0080-\uffff]/;

const tooManyConnections = new AppError('rate_limit_exceeded', {
  message: 'Too many connections are open from this address. Reuse the open ones.',
  retry_after: 1,
});

/** Node's HTTP server, where what a client can do to its connection ends in an answer, a limit or both. */
export function createHardenedServer(handler: RequestListener, needs: ServerNeeds): Server {
  const { limits, answerOf } = needs;
  const { linger = LINGER } = limits;
  const pipelining = new Pipelining();
  const server = createServer(
    {
      // Bodies have deadlines of their own, by their routes.
      requestTimeout: 0,
      headersTimeout: limits.requestTimeoutMs,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: limits.keepAliveMs,
      // Node's own response to a request without Host would not have the surface's format, so the edge checks Host.
      requireHostHeader: false,
    },
    (request, response) => {
      const { socket } = request;
      if (socket.destroyed) return;
      if (!pipelining.admits(socket, response)) {
        needs.onRefusedConnection('pipelining');
        socket.destroy();
        return;
      }
      // What came after the end: after an answer that nothing was done.
      if (socket.writableEnded) return void request.resume();
      if (BARE_LETTERS.test(request.url!)) {
        request.resume();
        return hangUpGently(socket, answerOf(connectionError('HPE_INVALID_URL'), request.url), linger);
      }
      response.setTimeout(limits.answerTimeoutMs, letGoOfIdleReader);
      handler(request, response);
    },
  );
  // By default Node drops the headers beyond 2,000, a second credential among them. Their size is limited.
  server.maxHeadersCount = 0;
  limitConnections(server, needs);
  server.on('clientError', ({ code, rawPacket }: ClientError, socket: Socket) => {
    const [, target] = TARGET.exec(rawPacket?.toString('latin1', 0, LONGEST_LINE) ?? '') ?? [];
    hangUpGently(socket, answerOf(connectionError(code), target), linger);
  });
  // Node would cut off CONNECT, and answer an unknown expectation without a body.
  server.on('connect', (_, socket: Socket) =>
    hangUpGently(socket, answerOf(new AppError('not_found')), linger),
  );
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  return server;
}

/**
 * Nothing moved for a while: either we are still at work, or bytes wait for a client that reads none. A reset also frees
 * what waits in the kernel. Nobody can see whether a client reads an answer that the kernel took whole: its connection
 * is an idle one.
 */
function letGoOfIdleReader(this: ServerResponse, socket?: Socket): void {
  if (socket && socket.writableLength > 0) socket.resetAndDestroy();
}

/** A connection too many never meets the HTTP parser. */
function limitConnections(server: Server, { limits, addresses, answerOf, onRefusedConnection }: ServerNeeds) {
  let lingering = 0;
  const gate = new ConnectionGate(limits.maxConnectionsPerAddress, addresses);
  const [serve] = server.listeners('connection') as [(socket: Socket) => void];
  server.removeListener('connection', serve);
  server.on('connection', (socket: Socket) => {
    if (gate.admits(socket)) return serve.call(server, socket);
    onRefusedConnection('address');
    socket.on('error', () => undefined);
    const answer = answerOf(tooManyConnections);
    if (lingering >= MAX_LINGERING) return socket.end(answer, () => socket.destroy());
    lingering += 1;
    socket.once('close', () => (lingering -= 1));
    hangUpGently(socket, answer, limits.linger ?? LINGER);
  });
  server.maxConnections = limits.maxConnections;
  server.on('drop', () => onRefusedConnection('total'));
}
