import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** What a link does with what passes: nothing, delay it, end every connection with a reset, or swallow it. */
export type Weather =
  { kind: 'fair' } | { kind: 'latency'; ms: number } | { kind: 'resets' } | { kind: 'black-hole' };

const FAIR: Weather = { kind: 'fair' };

/** A port on loopback that leads to another one, through whatever weather. */
export class TcpProxy {
  private weather: Weather = FAIR;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly targetPort: number,
  ) {}

  /** @param listenAt a free port of 127.0.0.1 if absent. */
  static async start(targetPort: number, listenAt = { host: '127.0.0.1', port: 0 }): Promise<TcpProxy> {
    // Each side may end its half: what is still under way to it arrives.
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

  /** Counts at once for open connections too. */
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

  /** Carries bytes one way, in their order whatever the weather was when they came. */
  private pump(from: Socket, to: Socket): void {
    let passed = Promise.resolve();
    const carry = (work: () => void) => {
      const cameAt = performance.now();
      passed = passed.then(() => this.weathered(from, cameAt)).then(work);
    };
    from.on('data', (chunk: Buffer) => carry(() => void (to.destroyed || to.write(chunk))));
    from.once('end', () => carry(() => void to.end()));
    // One that broke takes the other with it; one that ended well has ended it already.
    from.once('close', (isBroken) => {
      if (isBroken || !from.readableEnded) to.destroy();
    });
  }

  /** Resolves when what came then may go on. */
  private async weathered(socket: Socket, cameAt: number): Promise<void> {
    if (this.weather.kind === 'latency') await delay(cameAt + this.weather.ms - performance.now());
    while (this.weather.kind === 'black-hole' && !socket.destroyed) await delay(20);
  }
}
