import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A TCP port on 127.0.0.1 that nobody listened on a moment ago. */
export function freePort(): Promise<number> {
  return bind(0);
}

/** Whether a server could listen on `port` of `host` now. */
export async function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return bind(port, host).then(
    () => true,
    () => false,
  );
}

/** The ports of the servers that a setting names, as in `nats://one:4222,nats://two:4222`. */
export function portsOf(urls: string, defaultPort: number): number[] {
  return urls.split(',').map((url) => (URL.canParse(url) && Number(new URL(url).port)) || defaultPort);
}

/**
 * The port to start a server on: `fixed` if given, else the one written in `file` if it is still free, else a new
 * one. It is written to `file`, so that the next start takes it again.
 */
export async function rememberedPort(file: string, fixed: number | undefined): Promise<number> {
  const remembered = Number(await readFile(file, 'utf8').catch(() => '0'));
  const port = fixed ?? (remembered > 0 && (await isPortFree(remembered)) ? remembered : await freePort());
  await writeFile(file, `${port}\n`, { mode: 0o600 });
  return port;
}

function bind(port: number, host = '127.0.0.1'): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, () => {
      const bound = (server.address() as AddressInfo).port;
      server.close(() => resolve(bound));
    });
  });
}
