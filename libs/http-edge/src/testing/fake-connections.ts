import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A connection as far as gates look at it. For specs only. */
export function fakeSocket(remoteAddress: string): Socket {
  return Object.assign(new EventEmitter(), { remoteAddress }) as unknown as Socket;
}

/** A request on a connection. @param client what its proxy appended to X-Forwarded-For. */
export function fakeExchange(
  socket: Socket,
  client?: string,
): { request: IncomingMessage; response: ServerResponse; end: () => void } {
  const headers = { 'x-forwarded-for': client };
  const request = Object.assign(new EventEmitter(), { socket, headers, closed: false });
  const response = Object.assign(new EventEmitter(), { socket, shouldKeepAlive: true });
  return {
    request: request as unknown as IncomingMessage,
    response: response as unknown as ServerResponse,
    /** The request has arrived whole, and is answered. */
    end: () => {
      request.closed = true;
      request.emit('close');
      response.emit('close');
    },
  };
}
