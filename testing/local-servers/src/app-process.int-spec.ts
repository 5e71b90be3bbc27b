import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppProcess } from './app-process';
import { freePort } from './ports';

/** A minimal app: ready at once, logs its instance id, and exits on SIGTERM with the code in EXIT_CODE. */
const app = `
  const { createServer } = require('node:http');
  const { HEALTH_PORT, INSTANCE_ID, EXIT_CODE } = process.env;
  process.on('SIGTERM', () => process.exit(Number(EXIT_CODE ?? 0)));
  console.log('hello from ' + INSTANCE_ID);
  createServer((request, response) => response.end()).listen(Number(HEALTH_PORT), '127.0.0.1');
`;

let folder: string;
let logFile: string;
const started: AppProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chat-process-'));
  logFile = join(folder, 'miniature.log');
});

afterEach(async () => {
  await Promise.allSettled(started.splice(0).map((one) => one.stop()));
  await rm(folder, { recursive: true });
});

async function processOf(source: string, env: NodeJS.ProcessEnv = {}): Promise<AppProcess> {
  const entry = join(folder, 'main.js');
  await writeFile(entry, source);
  const healthPort = await freePort();
  const created = new AppProcess({
    name: 'miniature',
    entry,
    env: { INSTANCE_ID: 'miniature', ...env },
    healthPort,
    logFile,
  });
  started.push(created);
  return created;
}

async function kill(miniature: AppProcess): Promise<void> {
  process.kill(miniature.pid as number, 'SIGKILL');
  await miniature.left().catch(() => undefined);
}

describe('AppProcess', () => {
  it('is ready after start, and restarts after a SIGKILL with the same port, name and log', async () => {
    const miniature = await processOf(app);
    await miniature.start();
    const first = miniature.pid;
    await kill(miniature);
    expect(miniature.pid).toBeUndefined();

    await miniature.start();
    expect(miniature.pid).not.toBe(first);
    expect(await readFile(logFile, 'utf8')).toBe('hello from miniature\nhello from miniature\n');
  });

  it('keeps the log of an earlier launcher', async () => {
    await writeFile(logFile, 'from before\n');
    await (await processOf(app)).start();
    expect(await readFile(`${logFile}.previous`, 'utf8')).toBe('from before\n');
    expect(await readFile(logFile, 'utf8')).toBe('hello from miniature\n');
  });

  it('reports the end of the log when the process exits before it is ready', async () => {
    const broken = await processOf(`console.error('DATABASE_URL is missing'); process.exit(1);`);
    await expect(broken.start()).rejects.toThrow(/left before it was ready.*\n.*DATABASE_URL is missing/);
  });

  it('names the command to run when there is no build', async () => {
    const unbuilt = await processOf(app);
    await rm(join(folder, 'main.js'));
    await expect(unbuilt.start()).rejects.toThrow('npm run build');
  });

  it('refuses to start twice', async () => {
    const miniature = await processOf(app);
    await miniature.start();
    await expect(miniature.start()).rejects.toThrow('runs already');
  });

  it('reports that the process exited, and with which signal', async () => {
    const miniature = await processOf(app);
    await miniature.start();
    const left = expect(miniature.left()).rejects.toThrow(/left \(SIGKILL\).*\nhello from miniature/);
    process.kill(miniature.pid as number, 'SIGKILL');
    await left;
  });

  it('rejects stop() when the process does not exit cleanly', async () => {
    const dirty = await processOf(app, { EXIT_CODE: '3' });
    await dirty.start();
    await expect(dirty.stop()).rejects.toThrow('did not leave cleanly');
  });

  it('stops a process that is still starting without an error', async () => {
    const starting = await processOf(`setInterval(() => undefined, 1_000);`);
    await starting.spawn();
    await starting.stop();
    expect(starting.pid).toBeUndefined();
  });
});
