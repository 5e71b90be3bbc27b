import { randomInt } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** Above 10080, the highest port that `fetch` refuses to connect to. */
const FIRST_PORT = 10_100;
/** Below the ephemeral range, from which an outgoing connection could take a port before its server listens. */
const LAST_PORT = 32_000;
const MAX_TRIES = 100;

/** Ports handed out in this process; their servers may not be listening yet. */
const given = new Set<number>();

/**
 * Returns a TCP port on 127.0.0.1 that was free a moment ago and is handed out only once: in this process and, if
 * `TAKEN_PORTS` is set, across all processes that share that folder.
 * @throws Error when a hundred random ports are all taken.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    if (given.has(port)) continue;
    given.add(port);
    if ((await isPortFree(port)) && (await isFirstToTake(port))) return port;
  }
  throw new Error(`No free port was found between ${FIRST_PORT} and ${LAST_PORT}.`);
}

async function isFirstToTake(port: number): Promise<boolean> {
  const folder = process.env['TAKEN_PORTS'];
  if (!folder) return true;
  return writeFile(join(folder, String(port)), '', { flag: 'wx' }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
}

/** Returns the system's error code, such as `EADDRINUSE`, if no server can listen on `port` of `host` now. */
export function listenError(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

async function isPortFree(port: number): Promise<boolean> {
  return (await listenError(port, '127.0.0.1')) === undefined;
}

/** Returns the ports of the servers that a setting names, as in `nats://one:4222,nats://two:4222`. */
export function portsOf(urls: string, defaultPort: number): number[] {
  return urls.split(',').map((url) => (URL.canParse(url) && Number(new URL(url).port)) || defaultPort);
}

/**
 * Returns the port to start a server on: `fixed` if given, else the one stored in `file` if it is still free, else a
 * new one. Stores it in `file`, so that the next start uses it again.
 */
export async function rememberedPort(file: string, fixed: number | undefined): Promise<number> {
  const remembered = Number(await readFile(file, 'utf8').catch(() => '0'));
  const port = fixed ?? (remembered > 0 && (await isPortFree(remembered)) ? remembered : await freePort());
  await writeFile(file, `${port}\n`, { mode: 0o600 });
  return port;
}
