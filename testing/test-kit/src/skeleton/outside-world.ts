import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An external call of the service under test. */
export interface OutsideCall {
  accountId: number;
  text: string;
  traceparent: string | undefined;
}

/** The external system that the service under test calls. A spec sets its responses. */
export class OutsideWorld {
  readonly calls: OutsideCall[] = [];
  /** Decides the status of a response, possibly later; 200 by default. */
  answer: (call: OutsideCall) => number | Promise<number> = () => 200;

  private constructor(private readonly server: Server) {}

  static async open(): Promise<OutsideWorld> {
    // Otherwise a client may use a connection that was just closed as idle.
    const server = createServer({ keepAliveTimeout: 0 });
    const world = new OutsideWorld(server);
    server.on('request', (request, response) => void world.serve(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return world;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  callsOf(text: string): OutsideCall[] {
    return this.calls.filter((call) => call.text === text);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, accountId, text] = (request.url ?? '').split('/');
    const call = {
      accountId: Number(accountId),
      text: decodeURIComponent(text ?? ''),
      traceparent: request.headers.traceparent as string | undefined,
    };
    this.calls.push(call);
    response.writeHead(await this.answer(call)).end();
  }
}
