import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A port on loopback that forwards to another one as a distant machine would: everything arrives later. */
export class SlowLink {
  private constructor(private readonly server: Server) {}

  /** @param ms how much later each way. */
  static async open(target: number, ms: number): Promise<SlowLink> {
    const server = createServer({ noDelay: true }, (client) => {
      const host = connect({ port: target, host: '127.0.0.1', noDelay: true });
      forward(client, host, ms);
      forward(host, client, ms);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new SlowLink(server);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Resolves when its connections are gone, which whoever uses it ends. */
  async close(): Promise<void> {
    this.server.close();
    await once(this.server, 'close');
  }
}

function forward(from: Socket, to: Socket, ms: number): void {
  from.on('data', (chunk) => void setTimeout(() => to.write(chunk), ms));
  from.on('error', () => undefined);
  from.on('close', () => to.destroy());
}
