import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How many requests of one connection may wait behind the one that is being answered. */
const MAX_WAITING = 100;

/**
 * Counts the requests that a client sent without waiting for answers. Node takes up thousands of them in one turn of
 * the event loop, and nobody else is served meanwhile; programs that mean well send few or none.
 */
export class Pipelining {
  private readonly waiting = new WeakMap<Socket, number>();

  /** Whether the request may wait for its turn. */
  admits(socket: Socket, response: ServerResponse): boolean {
    // Node gives a response its socket when the answers before it are out.
    if (response.socket !== null) return true;
    const waiting = (this.waiting.get(socket) ?? 0) + 1;
    if (waiting > MAX_WAITING) return false;
    this.waiting.set(socket, waiting);
    response.once('socket', () => this.waiting.set(socket, this.waiting.get(socket)! - 1));
    return true;
  }
}
