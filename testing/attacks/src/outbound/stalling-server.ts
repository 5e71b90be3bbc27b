import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

const TYPE = 'Content-Type: application/octet-stream';

/** A server of files: `/whole` comes at once, and of `/stalled`, which is twice as large, only the beginning ever comes. */
export class StallingServer {
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly address: string,
  ) {}

  /** @param address where it listens, on a free port. */
  static async start(
    address: string,
    { whole, beginning }: Record<'whole' | 'beginning', Buffer>,
  ): Promise<StallingServer> {
    const server = createServer();
    const files = new StallingServer(server, address);
    server.on('connection', (socket) => {
      files.sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => files.sockets.delete(socket));
      socket.once('data', (bytes) => {
        const isWhole = bytes.toString('latin1').startsWith('GET /whole');
        const length = isWhole ? whole.length : 2 * beginning.length;
        socket.write(`HTTP/1.1 200 OK\r\n${TYPE}\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n`);
        if (isWhole) socket.end(whole);
        else socket.write(beginning);
      });
    });
    server.listen(0, address);
    await once(server, 'listening');
    return files;
  }

  get url(): string {
    return `http://${this.address}:${(this.server.address() as AddressInfo).port}`;
  }

  /** How many bytes have been taken of it so far, by the callers that are still there. */
  get taken(): number {
    return takenOf(this.sockets);
  }

  /** Nobody gets the rest of what has begun. */
  hangUp(): void {
    this.sockets.forEach((socket) => socket.destroy());
  }

  async stop(): Promise<void> {
    this.hangUp();
    await once(this.server.close(), 'close');
  }
}

/** How many of the bytes that were written the other sides have taken. */
export function takenOf(sockets: Iterable<Socket>): number {
  return [...sockets].reduce(
    (sum, { bytesWritten, writableLength }) => sum + bytesWritten - writableLength,
    0,
  );
}
