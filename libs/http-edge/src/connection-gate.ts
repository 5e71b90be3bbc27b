import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How many connections a server holds. */
export interface ConnectionLimits {
  /** The maximum for all clients together. */
  readonly total: number;
  /** The maximum for one address (`ClientAddress.block`). */
  readonly perAddress: number;
}

/** A connection to be closed, and the limit that is exceeded. */
export interface Surplus {
  readonly socket: Socket;
  readonly limit: 'address' | 'total';
}

/** Decides which connections stay when there are too many. */
export interface ConnectionGate {
  /** Counts a new connection. @returns the one to close, which may be the new one; null if none. */
  connect(socket: Socket): Surplus | null;
  /** Counts a request, which behind proxies identifies the client. @returns as `connect`. */
  request(request: IncomingMessage, response: ServerResponse): Surplus | null;
}
