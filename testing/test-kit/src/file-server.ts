import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A file of the web server. */
export interface HostedFile {
  bytes: Buffer;
  type: string;
  /** Further headers, as Latin-1. */
  headers?: Record<string, string>;
  /** Defaults to 200. */
  status?: number;
}

/** A web server on loopback from which media is fetched by its URL. */
export class FileServer {
  private readonly files = new Map<string, HostedFile>();
  private served = 0;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<FileServer> {
    // Otherwise a client may use a connection that was just closed as idle.
    const server = createServer({ keepAliveTimeout: 0 });
    const files = new FileServer(server);
    server.on('request', ({ url }, response) => {
      const file = files.files.get(decodeURIComponent(url!));
      const headers = { 'content-type': file?.type, ...file?.headers };
      if (file) response.writeHead(file.status ?? 200, headers).end(file.bytes);
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return files;
  }

  /** Serves the file. @returns its URL. */
  host(filename: string, file: HostedFile): string {
    this.served += 1;
    const path = `/${this.served}/${filename}`;
    this.files.set(path, file);
    const { port } = this.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}${encodeURI(path)}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
