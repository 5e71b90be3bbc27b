import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { pino, type Logger } from 'pino';
import {
  AddressGate,
  ClientAddresses,
  HttpEdge,
  type ConnectionGate,
  type ConnectionLimits,
  type ServerLimits,
  type Surface,
} from '..';

/** A gate of few connections. @param hops how many proxies stand in front. */
export function gateOf({ total = 100, perAddress = 100 }: Partial<ConnectionLimits>, hops = 0): AddressGate {
  return new AddressGate({ total, perAddress }, new ClientAddresses(hops));
}

/** An edge with these surfaces on a free port. For specs only. */
export class EdgeUnderTest {
  /** What the edge logged, line by line. */
  readonly lines: Record<string, unknown>[] = [];
  readonly edge: HttpEdge;
  private server!: Server;
  private readonly sockets: Socket[] = [];

  private constructor(surfaces: Surface[], limits: Partial<ServerLimits>, gate: ConnectionGate) {
    this.edge = new HttpEdge({
      service: 'edge',
      surfaces,
      limits: {
        requestTimeoutMs: 30_000,
        answerTimeoutMs: 30_000,
        keepAliveMs: 72_000,
        maxBodyBytes: 64 * 1024 * 1024,
        ...limits,
      },
      gate,
      logger: this.logger(),
      callerOf: ({ headers }) => (headers['x-caller'] ? { caller: headers['x-caller'] } : null),
    });
  }

  static async start(
    surfaces: Surface[],
    limits: Partial<ServerLimits> = {},
    gate: ConnectionGate = gateOf({}),
  ): Promise<EdgeUnderTest> {
    const edge = new EdgeUnderTest(surfaces, limits, gate);
    edge.server = await edge.edge.listen({ host: '127.0.0.1', port: 0 });
    return edge;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async connect(): Promise<Socket> {
    const socket = connect(this.port, '127.0.0.1');
    this.sockets.push(socket);
    await once(socket, 'connect');
    return socket;
  }

  /** Sends raw bytes, and resolves to the first ones of the response. */
  async firstAnswer(...parts: string[]): Promise<string> {
    const socket = await this.connect();
    for (const part of parts) socket.write(part);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    return answer.toString();
  }

  /** Sends raw bytes, and resolves to everything until the edge closes the connection. */
  async sendBytes(...parts: string[]): Promise<string> {
    const socket = await this.connect();
    for (const part of parts) socket.write(part);
    return text(socket);
  }

  /** How many connections are open at this end. */
  connections(): Promise<number> {
    return new Promise((resolve) => this.server.getConnections((_, count) => resolve(count)));
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await this.edge.drain();
  }

  private logger(): Logger {
    const write = (line: string) => void this.lines.push(JSON.parse(line) as Record<string, unknown>);
    return pino({ base: null }, { write });
  }
}
