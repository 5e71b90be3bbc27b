import { TcpProxy, type Weather } from './tcp-proxy';

/** A connection between two parts that goes through a proxy. */
export interface Link {
  readonly from: string;
  readonly to: string;
  readonly proxy: TcpProxy;
}

interface Address {
  host: string;
  port: number;
}

/** The links between all parts of an installation, its clients and its receivers. */
export class Links {
  private readonly links: Link[] = [];
  private ownHosts = 1;

  /** Creates a proxy for a connection. @returns the address to use instead. */
  async addProxy({ from, to, port }: { from: string; to: string; port: number }): Promise<Address> {
    const listenAt = { host: '127.0.0.1', port: 0 };
    // The sandbox refuses a Host with another port than its own, so there the address differs.
    if (to === 'sandbox') Object.assign(listenAt, { host: `127.0.0.${(this.ownHosts += 1)}`, port });
    const proxy = await TcpProxy.start(port, listenAt);
    this.links.push({ from, to, proxy });
    return { host: listenAt.host, port: proxy.port };
  }

  get all(): readonly Link[] {
    return this.links;
  }

  /** Sets the weather of every link. */
  set(weather: Weather): void {
    for (const { proxy } of this.links) proxy.set(weather);
  }

  async stop(): Promise<void> {
    await Promise.all(this.links.map(({ proxy }) => proxy.stop()));
  }
}
