import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';
import * as net from 'node:net';
import type { Duplex } from 'node:stream';
import * as tls from 'node:tls';
import { selfSignedCertificate } from '@chat/local-servers';

/** The TLS certificate of receivers. */
export const testCertificate = selfSignedCertificate('hook.example');

/** What a receiver does with the first request of a connection. */
export type Behaviour = (connection: Duplex) => void;

/** A server that sends raw bytes instead of HTTP. */
export class RawReceiver {
  connections = 0;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {
    server.on('connection', (socket: Socket) => {
      this.connections += 1;
      this.sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => this.sockets.delete(socket));
    });
  }

  /** @param behave called when the first bytes of a connection arrive. */
  static async start(
    scheme: 'http' | 'https',
    behave: Behaviour,
    tlsOptions: tls.TlsOptions = {},
  ): Promise<RawReceiver> {
    const onConnection = (connection: Duplex) => {
      connection.on('error', () => undefined).once('data', () => behave(connection));
    };
    const server =
      scheme === 'https'
        ? tls
            .createServer({ ...testCertificate, ...tlsOptions }, onConnection)
            .on('tlsClientError', () => undefined)
        : net.createServer(onConnection);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new RawReceiver(server, `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  }

  stop(): void {
    this.server.close();
    this.sockets.forEach((socket) => socket.destroy());
  }
}

const BLOCK_BYTES = 64 * 1024;

/** Writes the beginning, then the piece repeatedly for as long as the other side accepts it. */
export function pour(connection: Duplex, beginning: string, piece: string | Buffer): void {
  const length = Buffer.byteLength(piece);
  const block = Buffer.alloc(Math.ceil(BLOCK_BYTES / length) * length, piece);
  const go = () => {
    while (!connection.destroyed && connection.write(block));
    connection.once('drain', go);
  };
  if (beginning) connection.write(beginning);
  go();
}

/** Writes the piece repeatedly, one byte at a time, until the connection closes. */
export function drip(connection: Duplex, piece: string, everyMs = 5): void {
  let position = 0;
  const timer = setInterval(() => connection.write(piece[position++ % piece.length]), everyMs);
  connection.once('close', () => clearInterval(timer));
}

/** The client's own connections, as the operating system sees them. */
export class OutgoingSockets {
  private readonly sockets: Socket[] = [];
  private readonly onSocket = (message: unknown) => this.sockets.push((message as { socket: Socket }).socket);

  watch(): void {
    this.sockets.length = 0;
    subscribe('net.client.socket', this.onSocket);
  }

  unwatch(): void {
    unsubscribe('net.client.socket', this.onSocket);
  }

  /** Resolves once all of them are closed, with the highest number of bytes that one of them received. */
  async closed(): Promise<number> {
    const open = this.sockets.filter((socket) => !socket.closed);
    await Promise.all(open.map((socket) => new Promise((resolve) => socket.once('close', resolve))));
    return Math.max(...this.sockets.map(({ bytesRead }) => bytesRead));
  }
}
