import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ClientAddresses } from './client-addresses';
import type { ConnectionGate, ConnectionLimits, Surplus } from './connection-gate';

/**
 * Refuses new connections beyond the limits. Behind proxies, connections belong to the proxies, and a client uses one for
 * the duration of a request: there, its requests in flight are counted instead.
 */
export class AddressGate implements ConnectionGate {
  private open = 0;
  private readonly held = new Map<string, number>();

  constructor(
    private readonly limits: ConnectionLimits,
    private readonly addresses: ClientAddresses,
  ) {}

  connect(socket: Socket): Surplus | null {
    if (this.open >= this.limits.total) return { socket, limit: 'total' };
    this.open += 1;
    socket.once('close', () => (this.open -= 1));
    if (this.addresses.areForwarded) return null;
    const { block } = this.addresses.read(socket.remoteAddress);
    if (!this.tryAcquire(block)) return { socket, limit: 'address' };
    socket.once('close', () => this.release(block));
    return null;
  }

  request(request: IncomingMessage, response: ServerResponse): Surplus | null {
    // One that waits behind another of its connection takes up no further connection.
    if (!this.addresses.areForwarded || response.socket === null) return null;
    const { block } = this.addresses.of(request);
    if (!this.tryAcquire(block)) return { socket: request.socket, limit: 'address' };
    const release = () => this.release(block);
    // Also what is answered but still arrives keeps its connection.
    response.once('close', () => (request.closed ? release() : request.once('close', release)));
    return null;
  }

  private tryAcquire(block: string): boolean {
    const count = this.held.get(block) ?? 0;
    if (count >= this.limits.perAddress) return false;
    this.held.set(block, count + 1);
    return true;
  }

  private release(block: string): void {
    const left = this.held.get(block)! - 1;
    if (left > 0) this.held.set(block, left);
    else this.held.delete(block);
  }
}
