import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** How a server serves a file: immediately, over about a second, or only half of it. */
export const manners = ['promptly', 'slowly', 'broken off'] as const;
export type Manner = (typeof manners)[number];

const SLOW_PARTS = 10;
const SLOW_PAUSE_MS = 100;
/** Older files are no longer fetched. */
const MOST_FILES = 1_000;

interface HostedFile {
  readonly bytes: Buffer;
  readonly type: string;
  readonly manner: Manner;
}

/** An external web server, from which files are sent by URL. */
export class FileServer {
  private readonly files = new Map<string, HostedFile>();
  private hosted = 0;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<FileServer> {
    const server = createServer();
    const files = new FileServer(server);
    server.on('request', ({ url }, response) => void files.answer(url ?? '', response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return files;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Serves the file from now on. @returns its path. */
  host(file: HostedFile): string {
    const path = `/${(this.hosted += 1)}.png`;
    this.files.set(path, file);
    const [oldest] = this.files.keys();
    if (this.files.size > MOST_FILES && oldest !== undefined) this.files.delete(oldest);
    return path;
  }

  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  private async answer(path: string, response: ServerResponse): Promise<void> {
    const file = this.files.get(path);
    if (!file) return void response.writeHead(404).end();
    const { bytes, type, manner } = file;
    response.writeHead(200, { 'content-type': type, 'content-length': bytes.length });
    switch (manner) {
      case 'promptly':
        return void response.end(bytes);
      case 'slowly':
        return this.trickle(bytes, response);
      case 'broken off':
        response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
    }
  }

  private async trickle(bytes: Buffer, response: ServerResponse): Promise<void> {
    const size = Math.ceil(bytes.length / SLOW_PARTS);
    for (let start = 0; start < bytes.length && !response.destroyed; start += size) {
      response.write(bytes.subarray(start, start + size));
      await delay(SLOW_PAUSE_MS);
    }
    response.end();
  }
}
