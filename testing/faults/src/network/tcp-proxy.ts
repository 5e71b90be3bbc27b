import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** The state of a link: normal, delayed, resetting every connection, or holding all bytes. */
export type Weather =
  { kind: 'fair' } | { kind: 'latency'; ms: number } | { kind: 'resets' } | { kind: 'black-hole' };

const FAIR: Weather = { kind: 'fair' };

/** A port on loopback that forwards to another one, subject to the weather. */
export class TcpProxy {
  private weather: Weather = FAIR;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly targetPort: number,
  ) {}

  /** @param listenAt by default a free port of 127.0.0.1. */
  static async start(targetPort: number, listenAt = { host: '127.0.0.1', port: 0 }): Promise<TcpProxy> {
    // Each side may end its half; bytes on their way to it still arrive.
    const server = createServer({ allowHalfOpen: true, noDelay: true });
    const proxy = new TcpProxy(server, targetPort);
    server.on('connection', (socket) => proxy.accept(socket));
    server.listen(listenAt);
    await once(server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Takes effect immediately, on open connections as well. */
  set(weather: Weather): void {
    this.weather = weather;
    if (weather.kind === 'resets') for (const socket of this.sockets) socket.resetAndDestroy();
  }

  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private accept(client: Socket): void {
    const target = connect({ port: this.targetPort, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    for (const socket of [client, target]) this.track(socket);
    if (this.weather.kind === 'resets') {
      client.resetAndDestroy();
      target.destroy();
      return;
    }
    this.pump(client, target);
    this.pump(target, client);
  }

  private track(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => this.sockets.delete(socket));
  }

  /** Forwards bytes in one direction, keeping their order through changes of the weather. */
  private pump(from: Socket, to: Socket): void {
    let passed = Promise.resolve();
    const carry = (work: () => void) => {
      const cameAt = performance.now();
      passed = passed.then(() => this.weathered(from, cameAt)).then(work);
    };
    from.on('data', (chunk: Buffer) => carry(() => void (to.destroyed || to.write(chunk))));
    from.once('end', () => carry(() => void to.end()));
    // A broken side breaks the other; one that ended properly has already ended it.
    from.once('close', (isBroken) => {
      if (isBroken || !from.readableEnded) to.destroy();
    });
  }

  /** Resolves when bytes that came at that time may be forwarded. */
  private async weathered(socket: Socket, cameAt: number): Promise<void> {
    if (this.weather.kind === 'latency') await delay(cameAt + this.weather.ms - performance.now());
    while (this.weather.kind === 'black-hole' && !socket.destroyed) await delay(20);
  }
}
