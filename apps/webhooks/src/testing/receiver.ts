import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface ReceivedRequest {
  headers: IncomingHttpHeaders;
  body: string;
}

export interface ReceiverAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** A receiver on loopback that keeps what comes byte for byte, and answers what the spec decides for each request. */
export class Receiver {
  readonly received: ReceivedRequest[] = [];
  /** Decides the answers; 200 until the spec says otherwise. */
  answer: (request: ReceivedRequest) => ReceiverAnswer | Promise<ReceiverAnswer> = () => ({ status: 200 });

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server);
    server.on('request', (request, response) => {
      void buffer(request).then(async (body) => {
        const kept = { headers: request.headers, body: body.toString() };
        receiver.received.push(kept);
        const { status, headers, body: answer } = await receiver.answer(kept);
        response.writeHead(status, headers).end(answer);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  /** The `webhook-id` of every request, in the order of arrival. */
  get ids(): string[] {
    return this.received.map(({ headers }) => String(headers['webhook-id']));
  }

  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }
}
