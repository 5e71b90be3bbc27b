import type { Socket } from 'node:net';
import type { ClientAddresses } from './client-addresses';

/** Counts open connections per address of the socket. */
export class ConnectionGate {
  private readonly open = new Map<string, number>();

  /** @param perAddress how many one address may have open; null for any number. */
  constructor(
    private readonly perAddress: number | null,
    private readonly addresses: ClientAddresses,
  ) {}

  /** Whether the connection may stay; one that may is counted until it closes. */
  admits(socket: Socket): boolean {
    if (this.perAddress === null) return true;
    const { block } = this.addresses.read(socket.remoteAddress);
    const count = this.open.get(block) ?? 0;
    if (count >= this.perAddress) return false;
    this.open.set(block, count + 1);
    socket.once('close', () => this.release(block));
    return true;
  }

  private release(block: string): void {
    const left = this.open.get(block)! - 1;
    if (left > 0) this.open.set(block, left);
    else this.open.delete(block);
  }
}
