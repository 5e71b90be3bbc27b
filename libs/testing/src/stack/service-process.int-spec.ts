import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@chat/local-servers';
import { ServiceProcess } from './service-process';
import { killNow } from './stack-member';

/** A service in miniature: ready at once, tells its name, leaves on SIGTERM with the code it is told. */
const service = `
  const { createServer } = require('node:http');
  const { HEALTH_PORT, INSTANCE_ID, EXIT_CODE } = process.env;
  createServer((request, response) => response.end()).listen(Number(HEALTH_PORT), '127.0.0.1');
  console.log('hello from ' + INSTANCE_ID);
  process.on('SIGTERM', () => process.exit(Number(EXIT_CODE ?? 0)));
`;

let folder: string;
const started: ServiceProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chat-process-'));
});

afterEach(async () => {
  await Promise.allSettled(started.splice(0).map((one) => one.stop()));
  await rm(folder, { recursive: true });
});

async function processOf(source: string, env: Record<string, string> = {}): Promise<ServiceProcess> {
  const entry = join(folder, 'main.js');
  await writeFile(entry, source);
  const port = await freePort();
  const created = new ServiceProcess({
    name: 'miniature',
    entry,
    env: { INSTANCE_ID: 'miniature', HEALTH_PORT: String(port), ...env },
    readyUrl: `http://127.0.0.1:${port}/readyz`,
    logFile: join(folder, 'miniature.log'),
  });
  started.push(created);
  return created;
}

describe('ServiceProcess', () => {
  it('is ready after start, and comes back after a SIGKILL with the same port and name', async () => {
    const miniature = await processOf(service);
    await miniature.start();
    const first = miniature.pid as number;
    await killNow(first, 'miniature');
    expect(miniature.pid).toBeUndefined();

    await miniature.start();
    expect(miniature.pid).not.toBe(first);
    const log = await readFile(miniature.logFile, 'utf8');
    expect(log).toBe('hello from miniature\nhello from miniature\n');
  });

  it('shows the end of the log when the process leaves before it is ready', async () => {
    const broken = await processOf(`console.error('DATABASE_URL is missing'); process.exit(1);`);
    await expect(broken.start()).rejects.toThrow(/left before it was ready.*\n.*DATABASE_URL is missing/);
  });

  it('names the command to run when there is no build', async () => {
    const unbuilt = await processOf(service);
    await rm(join(folder, 'main.js'));
    await expect(unbuilt.start()).rejects.toThrow('npm run build');
  });

  it('refuses to start twice', async () => {
    const miniature = await processOf(service);
    await miniature.start();
    await expect(miniature.start()).rejects.toThrow('runs already');
  });

  it('rejects a stop that is not clean', async () => {
    const dirty = await processOf(service, { EXIT_CODE: '3' });
    await dirty.start();
    await expect(dirty.stop()).rejects.toThrow('did not leave cleanly');
  });
});
