import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How many connections a server holds. */
export interface ConnectionLimits {
  /** Of all clients together. */
  readonly total: number;
  /** Of one address (`ClientAddress.block`). */
  readonly perAddress: number;
}

/** A connection that has to go, and the limit that is exceeded. */
export interface Surplus {
  readonly socket: Socket;
  readonly limit: 'address' | 'total';
}

/** Decides which connections stay when there are too many. */
export interface ConnectionGate {
  /** Counts a new connection. @returns the one that has to go, which may be the new one; null if all may stay. */
  connect(socket: Socket): Surplus | null;
  /** Counts a request: behind proxies, it shows whose connection it is. @returns as `connect`. */
  request(request: IncomingMessage, response: ServerResponse): Surplus | null;
}
