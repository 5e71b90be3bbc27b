import { randomInt } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** Above 10080, the last port that `fetch` refuses to call within this range. */
const FIRST_PORT = 10_100;
/** Below what systems give to outgoing connections: one of those could take a port before its server listens. */
const LAST_PORT = 32_000;
const MAX_TRIES = 100;

/** Whoever got one of these may not listen on it yet. */
const given = new Set<number>();

/**
 * A TCP port on 127.0.0.1 that nobody listened on a moment ago, and that nobody else got: no other caller in this
 * process, and none in another process with the same folder `TAKEN_PORTS`, if that is set.
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

/** Whether a server could listen on `port` of `host` now. */
export function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
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
