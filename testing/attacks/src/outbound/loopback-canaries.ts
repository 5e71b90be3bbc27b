import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Answers a caller; the connection stays open until the receiver or the caller closes it. */
export type Behaviour = (socket: Socket, path: string) => void;

/**
 * Listens on addresses that the product may not call, and on the one address that webhooks may, all on the same port.
 */
export class LoopbackCanaries {
  /** Every connection to a forbidden address. */
  readonly caught: string[] = [];
  /** The paths requested at the permitted address, in order of arrival. */
  readonly asked: string[] = [];
  private readonly servers: Server[] = [];
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly behave: Behaviour) {}

  /** @param reachable the permitted address. */
  static async start(reachable: string, behave: Behaviour): Promise<LoopbackCanaries> {
    const canaries = new LoopbackCanaries(behave);
    await canaries.listen('127.0.0.1', 0, (socket) => canaries.catch(socket, '127.0.0.1'));
    const { port } = canaries;
    // Without IPv6 on the machine, nothing can connect to it either.
    await canaries.listen('::1', port, (socket) => canaries.catch(socket, '::1')).catch(() => undefined);
    await canaries.listen(reachable, port, (socket) => canaries.serve(socket));
    return canaries;
  }

  /** The port on all addresses. */
  get port(): number {
    return (this.servers[0]!.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    this.sockets.forEach((socket) => socket.destroy());
    await Promise.all(this.servers.map((server) => once(server.close(), 'close')));
  }

  private async listen(host: string, port: number, take: (socket: Socket) => void): Promise<void> {
    const server = createServer((socket) => {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => this.sockets.delete(socket));
      take(socket);
    });
    server.listen(port, host);
    await once(server, 'listening');
    this.servers.push(server);
  }

  private catch(socket: Socket, host: string): void {
    this.caught.push(host);
    socket.on('data', (bytes) => this.caught.push(`${host}: ${bytes.toString('latin1', 0, 100)}`));
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\ncanary');
  }

  private serve(socket: Socket): void {
    socket.once('data', (bytes) => {
      const path = bytes.toString('latin1').split(' ')[1] ?? '';
      this.asked.push(path);
      this.behave(socket, path);
    });
  }
}
