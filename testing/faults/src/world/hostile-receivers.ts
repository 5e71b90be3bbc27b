import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const CHUNK = Buffer.alloc(64 * 1024, 'x');

/** The behaviours of hostile endpoints. */
const behaviours: Record<string, RequestListener> = {
  dead: (_request, response) => void response.writeHead(500).end(),
  // Never answers within the timeout of an attempt.
  slow: (request) => void request.resume(),
  flooding: (_request, response) => {
    response.writeHead(200);
    const pour = () => {
      while (!response.destroyed && response.write(CHUNK));
    };
    response.on('drain', pour);
    pour();
  },
};

/** The webhook endpoints of careless customers. */
export class HostileReceivers {
  private constructor(private readonly servers: ReadonlyMap<string, Server>) {}

  static async start(): Promise<HostileReceivers> {
    const servers = new Map<string, Server>();
    for (const [name, behave] of Object.entries(behaviours)) {
      const server = createServer(behave);
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      servers.set(name, server);
    }
    return new HostileReceivers(servers);
  }

  /** The URL of each, by its behaviour. */
  get urls(): [name: string, url: string][] {
    return [...this.servers].map(([name, server]) => [
      name,
      `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    ]);
  }

  async stop(): Promise<void> {
    for (const server of this.servers.values()) {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    }
  }
}
