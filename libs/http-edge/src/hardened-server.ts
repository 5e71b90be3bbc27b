import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '@chat/errors';
import { letGoOf } from './body-watch';
import type { ConnectionGate, Surplus } from './connection-gate';
import { connectionError } from './failures';
import type { Lingering, LingerLimits } from './lingering';
import { Pipelining } from './pipelining';

/** The limits of one server. */
export interface ServerLimits {
  /** The timeout for the headers of a request, and for its body unless the route has another. */
  readonly requestTimeoutMs: number;
  /** How long a client may read nothing while a response waits in this process because the kernel's buffers are full. */
  readonly answerTimeoutMs: number;
  /**
   * How long a connection without a request stays open, even if its last answer was never read: longer than the proxies
   * in front keep theirs.
   */
  readonly keepAliveMs: number;
  /** How long clients are read after their last answer; `LINGER` if absent. */
  readonly linger?: LingerLimits;
  /** The maximum number of bytes in memory of bodies that are buffered as a whole. */
  readonly maxBodyBytes: number;
}

export interface ServerNeeds {
  readonly limits: ServerLimits;
  readonly gate: ConnectionGate;
  readonly lingering: Lingering;
  /**
   * Returns a complete response, with its own request id, for a connection that is then closed.
   * @param target the target of the request, if known.
   */
  readonly answerOf: (error: AppError, target?: string) => Buffer;
  /** Called for a connection that is refused or closed. */
  readonly onRefusedConnection: (reason: Surplus['limit'] | 'pipelining') => void;
}

/** The error of Node's server for bytes that are not valid HTTP. */
interface ClientError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
}

/** Finds the target in the bytes of a request that Node could not parse. */
const TARGET = /^[A-Z]+ (\S+)/;
const LONGEST_LINE = 16 * 1024;

/** Bytes beyond ASCII in a URL, which not every version of Node's parser refuses. */
const BARE_LETTERS = /[\u0080-\uffff]/;

const tooManyConnections = new AppError('rate_limit_exceeded', {
  message:
    'Too many connections or requests of this address are open. Reuse connections, and await responses.',
  retry_after: 1,
});

/** Node's HTTP server, in which everything that a client can do to its connection gets a response or meets a limit. */
export function createHardenedServer(handler: RequestListener, needs: ServerNeeds): Server {
  const { limits, gate, lingering, answerOf } = needs;
  const pipelining = new Pipelining();
  const dismiss = dismissals(needs);
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
      // A request on a connection that is being closed, after a refusal that said that nothing was done.
      if (socket.writableEnded) return void request.resume();
      if (dismiss(gate.request(request, response), socket, request.url)) return void request.resume();
      if (BARE_LETTERS.test(request.url!)) {
        request.resume();
        return lingering.hangUp(socket, answerOf(connectionError('HPE_INVALID_URL'), request.url));
      }
      response.setTimeout(limits.answerTimeoutMs, letGoOfIdleReader);
      handler(request, response);
    },
  );
  // By default Node drops the headers beyond 2,000, a second credential among them. Their size is limited.
  server.maxHeadersCount = 0;
  limitConnections(server, gate, dismiss);
  server.on('clientError', ({ code, rawPacket }: ClientError, socket: Socket) => {
    const [, target] = TARGET.exec(rawPacket?.toString('latin1', 0, LONGEST_LINE) ?? '') ?? [];
    lingering.hangUp(socket, answerOf(connectionError(code), target));
  });
  // Node would cut off CONNECT, and answer an unknown expectation without a body.
  server.on('connect', (_, socket: Socket) => lingering.hangUp(socket, answerOf(new AppError('not_found'))));
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  return server;
}

/**
 * Nothing was sent or received for a while: either the request is still processed, or the client does not read. A reset
 * also frees the buffers of the kernel. If the kernel has taken the whole response, nobody can tell whether the client reads
 * it, so the connection counts as idle.
 */
function letGoOfIdleReader(this: ServerResponse, socket?: Socket): void {
  if (socket && socket.writableLength > 0) socket.resetAndDestroy();
}

/** Surplus connections are closed before the HTTP parser sees them. */
function limitConnections(server: Server, gate: ConnectionGate, dismiss: Dismiss): void {
  const [serve] = server.listeners('connection') as [(socket: Socket) => void];
  server.removeListener('connection', serve);
  server.on('connection', (socket: Socket) => {
    if (!dismiss(gate.connect(socket), socket)) serve.call(server, socket);
  });
}

/** Closes the connection that has to go, if any. @returns whether it is the current one. */
type Dismiss = (surplus: Surplus | null, current: Socket, target?: string) => boolean;

function dismissals({ lingering, answerOf, onRefusedConnection }: ServerNeeds): Dismiss {
  const refuse = (socket: Socket, target?: string) => {
    socket.on('error', () => undefined);
    lingering.hangUp(socket, answerOf(tooManyConnections, target));
  };
  return (surplus, current, target) => {
    if (!surplus) return false;
    const { socket, limit } = surplus;
    onRefusedConnection(limit);
    if (socket !== current) letGoOf(socket, tooManyConnections);
    else if (limit === 'total') socket.destroy();
    else refuse(socket, target);
    return socket === current;
  };
}
