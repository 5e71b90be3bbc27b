import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export interface ReceivedEvent {
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

const WAIT_MS = 30_000;

/** A webhook endpoint on loopback: verifies each delivery as any receiver would, shows it, and keeps it. */
export class Receiver {
  private readonly events: ReceivedEvent[] = [];
  private readonly waiting = new Set<() => void>();
  private webhook: Webhook | undefined;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server);
    server.on('request', (request, response) => {
      void receiver.take(request).then((status) => response.writeHead(status).end());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/events`;
  }

  /** From now on, only deliveries signed with this secret are accepted. */
  expectSecret(secret: string): void {
    this.webhook = new Webhook(secret);
  }

  /** The first event that fits, received already or to come. */
  async waitFor(type: string, fits: (data: Record<string, unknown>) => boolean): Promise<ReceivedEvent> {
    const deadline = Date.now() + WAIT_MS;
    for (;;) {
      const found = this.events.find((event) => event.type === type && fits(event.data));
      if (found) return found;
      if (Date.now() > deadline) throw new Error(`No webhook ${type} came within ${WAIT_MS / 1000} seconds.`);
      await this.nextArrival(deadline);
    }
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async take(request: IncomingMessage): Promise<number> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    try {
      this.webhook?.verify(body, request.headers as Record<string, string>);
    } catch {
      console.log('\n  ✗ a webhook came with a wrong signature and was refused');
      return 401;
    }
    const event = JSON.parse(body) as ReceivedEvent;
    console.log(`\n  ✓ webhook ${event.type} (signature verified)\n    ${body}`);
    this.events.push(event);
    this.waiting.forEach((wake) => wake());
    return 204;
  }

  private async nextArrival(deadline: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(done, Math.max(0, deadline - Date.now()));
      const waiting = this.waiting;
      function done(): void {
        clearTimeout(timer);
        waiting.delete(done);
        resolve();
      }
      waiting.add(done);
    });
  }
}
