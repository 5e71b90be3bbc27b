import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** How many connections are opened at once; the queue of a listening socket is not long. */
const AT_ONCE = 50;

/** Connections that their client keeps for as long as it can. */
export class HeldConnections {
  /** How many got an answer. */
  answered = 0;
  private readonly sockets = new Set<Socket>();

  private constructor() {}

  /**
   * Opens connections, and sends the beginning of a request on each. Resolves when all are sent, or refused.
   * @param beginning by the number of the connection.
   * @param localAddress on loopback; the usual one if absent.
   */
  static async open(
    baseUrl: string,
    count: number,
    beginning: (index: number) => string,
    localAddress?: string,
  ): Promise<HeldConnections> {
    const held = new HeldConnections();
    const { hostname: host, port } = new URL(baseUrl);
    for (let start = 0; start < count; start += AT_ONCE) {
      const indices = Array.from({ length: Math.min(AT_ONCE, count - start) }, (_, at) => start + at);
      await Promise.all(
        indices.map(async (index) => {
          const socket = connect({ host, port: Number(port), ...(localAddress && { localAddress }) });
          held.keep(socket);
          await once(socket, 'connect');
          await new Promise((resolve) => socket.once('close', resolve).write(beginning(index), resolve));
        }),
      );
    }
    return held;
  }

  release(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  private keep(socket: Socket): void {
    this.sockets.add(socket);
    // A refused connection may be reset.
    socket.on('error', () => undefined).on('close', () => this.sockets.delete(socket));
    socket.once('data', () => (this.answered += 1)).resume();
  }
}
