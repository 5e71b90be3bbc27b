import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Where one sign-up is stopped: at the first call of that kind, before the provider gets it or after. */
export interface Stop {
  call: 'access_token' | 'debug_token' | 'phone_numbers' | 'register' | 'subscribed_apps';
  when: 'before' | 'after';
}

/**
 * A proxy between the connector and the provider that recognizes sign-ups by their codes and tokens, and stops each at
 * its place.
 */
export class ProviderProxy {
  private readonly stops = new Map<string, Stop>();
  /** The codes, by the tokens issued for them. */
  private readonly codes = new Map<string, string>();
  private readonly stopped = new Map<string, ServerResponse>();
  private readonly server: Server;

  private constructor(private readonly target: { host: string; port: number }) {
    // Prevents the connector from using a connection that was just closed for being idle.
    this.server = createServer(
      { keepAliveTimeout: 0 },
      (call, answer) => void this.pass(call, answer).catch(() => answer.destroy()),
    );
  }

  static async start(target: { host: string; port: number }): Promise<ProviderProxy> {
    const proxy = new ProviderProxy(target);
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    return proxy;
  }

  get address(): { host: string; port: number } {
    return { host: '127.0.0.1', port: (this.server.address() as AddressInfo).port };
  }

  /** Number of stopped sign-ups. */
  get countStopped(): number {
    return this.stopped.size;
  }

  stop(code: string, stop: Stop): void {
    this.stops.set(code, stop);
  }

  /** Lets everything pass from now on; stopped calls are never answered. */
  letPass(): void {
    this.stops.clear();
    for (const answer of this.stopped.values()) answer.destroy();
    this.stopped.clear();
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async pass(call: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = await buffer(call);
    const url = new URL(call.url!, 'http://provider');
    const code = this.codeOf(url, call.headers.authorization);
    const stop = code === undefined ? undefined : this.stops.get(code);
    const isMeant = stop !== undefined && url.pathname.endsWith(`/${stop.call}`);
    if (isMeant && stop.when === 'before') return this.hold(code!, answer);
    const { status, headers, bytes } = await this.forward(call, body);
    if (code !== undefined && url.pathname.endsWith('/access_token') && status === 200) {
      this.codes.set((JSON.parse(bytes.toString()) as { access_token: string }).access_token, code);
    }
    if (isMeant) return this.hold(code!, answer);
    answer.writeHead(status, headers).end(bytes);
  }

  private hold(code: string, answer: ServerResponse): void {
    this.stopped.set(code, answer);
  }

  private codeOf({ searchParams }: URL, authorization = ''): string | undefined {
    const token = searchParams.get('input_token') ?? authorization.replace('Bearer ', '');
    return searchParams.get('code') ?? this.codes.get(token);
  }

  private async forward(call: IncomingMessage, body: Buffer) {
    const { method, url, headers } = call;
    const { host } = new URL(`http://${this.target.host}:${this.target.port}`);
    // Never reuses a connection, which the other end may have just closed.
    const forwarded = request({
      ...this.target,
      agent: false,
      method,
      path: url,
      headers: { ...headers, host },
    });
    forwarded.end(body);
    const [answer] = (await once(forwarded, 'response')) as [IncomingMessage];
    return { status: answer.statusCode!, headers: answer.headers, bytes: await buffer(answer) };
  }
}
