import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call that the service under test made. */
export interface OutsideCall {
  accountId: number;
  text: string;
  traceparent: string | undefined;
}

/** What the service under test calls outside. A spec says how it answers. */
export class OutsideWorld {
  readonly calls: OutsideCall[] = [];
  /** The status of the answer; may take its time. 200 unless told. */
  answer: (call: OutsideCall) => number | Promise<number> = () => 200;

  private constructor(private readonly server: Server) {}

  static async open(): Promise<OutsideWorld> {
    // No client meets a connection that was just closed for being idle.
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
