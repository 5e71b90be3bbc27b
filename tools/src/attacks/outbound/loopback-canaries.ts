import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** What a receiver writes to who called it; the connection stays open until the receiver or the caller ends it. */
export type Behaviour = (socket: Socket, path: string) => void;

/** Listens where nobody of us may connect, and on the one address where webhooks may, with the same port on all. */
export class LoopbackCanaries {
  /** Every connection that reached a forbidden address. */
  readonly caught: string[] = [];
  /** The paths that the permitted address was asked for, in the order of arrival. */
  readonly asked: string[] = [];
  private readonly servers: Server[] = [];
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly behave: Behaviour) {}

  /** @param reachable the address that may be called. */
  static async start(reachable: string, behave: Behaviour): Promise<LoopbackCanaries> {
    const canaries = new LoopbackCanaries(behave);
    await canaries.listen('127.0.0.1', 0, (socket) => canaries.catch(socket, '127.0.0.1'));
    const { port } = canaries;
    // Where the machine has no IPv6, nothing can connect to it either.
    await canaries.listen('::1', port, (socket) => canaries.catch(socket, '::1')).catch(() => undefined);
    await canaries.listen(reachable, port, (socket) => canaries.serve(socket));
    return canaries;
  }

  /** The port of all of them. */
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
