import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How many requests of one connection may wait behind the one that is being answered. */
const MAX_WAITING = 100;

/**
 * Limits pipelining: requests that a client sends without waiting for responses. Node parses thousands of them in one turn
 * of the event loop, and serves nobody else meanwhile; ordinary clients send few or none.
 */
export class Pipelining {
  private readonly waiting = new WeakMap<Socket, number>();

  /** Whether the request may wait for its turn. */
  admits(socket: Socket, response: ServerResponse): boolean {
    // Node assigns the socket to a response once the responses before it are sent.
    if (response.socket !== null) return true;
    const waiting = (this.waiting.get(socket) ?? 0) + 1;
    if (waiting > MAX_WAITING) return false;
    this.waiting.set(socket, waiting);
    response.once('socket', () => this.waiting.set(socket, this.waiting.get(socket)! - 1));
    return true;
  }
}
