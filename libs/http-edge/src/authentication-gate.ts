import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ClientAddresses } from './client-addresses';
import type { ConnectionGate, ConnectionLimits, Surplus } from './connection-gate';

/** How many addresses are remembered that sent authenticated requests. */
const MAX_KNOWN = 10_000;
/** In place of an address, while a proxy has not yet forwarded a request. */
const NOBODY = '';

/**
 * For a server whose clients authenticate every request. New connections are always accepted; if a limit is exceeded, the
 * oldest connection without an authenticated request is closed, so that nobody can lock out the clients. The limit per
 * address applies to such connections only, and not to addresses that sent authenticated requests recently.
 *
 * The response to an unauthenticated request closes its connection. Behind proxies, one connection carries requests of
 * several clients, so each request has to be authenticated.
 */
export class AuthenticationGate implements ConnectionGate {
  private readonly open = new Set<Socket>();
  /** The connections without an authenticated request and their addresses, oldest first. */
  private readonly unauthenticated = new Map<Socket, string>();
  /** The addresses exempt from the limit, least recently seen first. */
  private readonly known = new Set<string>();
  /** The responses that close their connection only since their request is not authenticated. */
  private readonly closing = new WeakSet<ServerResponse>();

  constructor(
    private readonly limits: ConnectionLimits,
    private readonly addresses: ClientAddresses,
  ) {}

  connect(socket: Socket): Surplus | null {
    this.open.add(socket);
    socket.once('close', () => this.forget(socket));
    const { areForwarded } = this.addresses;
    const block = areForwarded ? NOBODY : this.addresses.read(socket.remoteAddress).block;
    this.unauthenticated.set(socket, block);
    return this.surplusOf(block) ?? this.surplus();
  }

  request(request: IncomingMessage, response: ServerResponse): Surplus | null {
    const { socket } = request;
    if (response.shouldKeepAlive) {
      response.shouldKeepAlive = false;
      this.closing.add(response);
    }
    const { block } = this.addresses.of(request);
    this.unauthenticated.delete(socket);
    this.unauthenticated.set(socket, block);
    return this.surplusOf(block);
  }

  /** Must be called once a request is authenticated, before the response. */
  authenticated(request: IncomingMessage, response: ServerResponse): void {
    if (this.closing.has(response)) response.shouldKeepAlive = true;
    this.unauthenticated.delete(request.socket);
    const { block } = this.addresses.of(request);
    this.known.delete(block);
    this.known.add(block);
    if (this.known.size <= MAX_KNOWN) return;
    const [oldest] = this.known;
    this.known.delete(oldest!);
  }

  private surplusOf(block: string): Surplus | null {
    if (block === NOBODY || this.known.has(block)) return null;
    const own = [...this.unauthenticated].filter(([, owner]) => owner === block);
    return own.length > this.limits.perAddress ? this.dismiss(own[0]![0], 'address') : null;
  }

  private surplus(): Surplus | null {
    if (this.open.size <= this.limits.total) return null;
    const [oldest] = this.unauthenticated.keys();
    return this.dismiss(oldest!, 'total');
  }

  private dismiss(socket: Socket, limit: Surplus['limit']): Surplus {
    this.forget(socket);
    return { socket, limit };
  }

  private forget(socket: Socket): void {
    this.open.delete(socket);
    this.unauthenticated.delete(socket);
  }
}
